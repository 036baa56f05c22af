"""The peak resident size of commands of moniker, with stores of several sizes."""

import os
import sys


def peak(command):
    """Returns the peak in MB, as the system counts it for this process alone."""
    null = os.open(os.devnull, os.O_WRONLY)
    child = os.posix_spawn(
        command[0], command, {"HOME": "/nonexistent"},
        file_actions=[(os.POSIX_SPAWN_DUP2, null, 1)],
    )
    _, status, usage = os.wait4(child, 0)
    os.close(null)
    if status != 0:
        sys.exit(f"{command} ended with status {status}")
    return usage.ru_maxrss / 1024


def main():
    moniker, folder, *sizes = sys.argv[1:]
    print(f"{'':24}" + "".join(f"{int(size):>12,}" for size in sizes) + "  sessions")
    for title, words in [
        ("whoami", ["whoami"]),
        ("history", ["history", "--limit", "1000000"]),
        ("history --json", ["history", "--json", "--limit", "1000000"]),
        ("store export", ["store", "export"]),
    ]:
        peaks = [
            peak([moniker, *words, "--store", f"sqlite:{folder}/{size}.sqlite"]) for size in sizes
        ]
        print(f"{title:24}" + "".join(f"{size:9.1f} MB" for size in peaks))


main()
