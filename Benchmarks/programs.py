"""Times whole runs of moniker beside other programs, in rounds of random order.

Prints the median of each program, and of the rounds' ratios, with the first and the ninth decile.
"""

import os
import pathlib
import random
import statistics
import subprocess
import sys
import time


def prepare(moniker, home):
    """Prepares a home in which every program has the user gildong; returns the commands."""
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    for store in ("sqlite", "plist"):
        subprocess.run(
            [moniker, "login", "gildong", "--store", store], env=environment, check=True,
            stdout=subprocess.DEVNULL,
        )
    subprocess.run(
        ["git", "config", "--global", "user.name", "gildong"], env=environment, check=True
    )
    hosts = home / ".config" / "gh" / "hosts.yml"
    hosts.parent.mkdir(parents=True)
    # Not a real token.
    hosts.write_text(
        "github.com:\n    user: gildong\n    oauth_token: gho_gildong\n    git_protocol: https\n"
    )
    database = home / ".local" / "share" / "moniker" / "moniker.sqlite"
    query = (
        "SELECT nickname FROM active_session JOIN session ON session.number = active_session.session"
        " JOIN account ON account.number = session.account"
    )
    return environment, {
        "moniker whoami --store sqlite": [moniker, "whoami", "--store", "sqlite"],
        "moniker whoami --store plist": [moniker, "whoami", "--store", "plist"],
        "git config user.name": ["git", "config", "user.name"],
        "sqlite3, one row": ["sqlite3", str(database), query],
        "gh auth token": ["gh", "auth", "token"],
    }


def check(commands, environment):
    """Checks the output of each program, so that no error message is timed."""
    for title, command in commands.items():
        run = subprocess.run(
            command, env=environment, cwd=environment["HOME"], capture_output=True, text=True
        )
        if run.returncode != 0 or "gildong" not in run.stdout:
            sys.exit(f"{title} answered {run.stdout!r}, {run.stderr!r}, status {run.returncode}")


def milliseconds(path, command, environment, null):
    actions = [(os.POSIX_SPAWN_DUP2, null, number) for number in (0, 1, 2)]
    start = time.perf_counter()
    child = os.posix_spawn(path, command, environment, file_actions=actions)
    _, status = os.waitpid(child, 0)
    passed = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{command} ended with status {status}")
    return passed * 1000


def tenths(values):
    ordered = sorted(values)
    return ordered[len(ordered) // 10], statistics.median(ordered), ordered[len(ordered) * 9 // 10]


def main():
    moniker, home, rounds = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    environment, commands = prepare(moniker, home)
    check(commands, environment)
    os.chdir(home)
    paths = {
        title: subprocess.run(
            ["which", command[0]], capture_output=True, text=True, check=True
        ).stdout.strip()
        for title, command in commands.items()
    }
    null = os.open(os.devnull, os.O_RDWR)
    times = {title: [] for title in commands}
    seed = random.randrange(2**32)
    order = random.Random(seed)
    for _ in range(rounds):
        for title in order.sample(list(commands), len(commands)):
            times[title].append(milliseconds(paths[title], commands[title], environment, null))

    print(f"{rounds} rounds, order by seed {seed}\n")
    print(f"{'':32} {'median':>9}   a tenth and nine")
    for title, values in times.items():
        low, middle, high = tenths(values)
        print(f"{title:32} {middle:6.2f} ms   {low:.2f} to {high:.2f}")
    print(f"\n{'times as long as':32} {'git':>20} {'sqlite3':>20} {'gh':>20}")
    for own in list(commands)[:2]:
        cells = []
        for other in list(commands)[2:]:
            low, middle, high = tenths([a / b for a, b in zip(times[own], times[other])])
            cells.append(f"{middle:.2f} ({low:.2f} to {high:.2f})")
        print(f"{own:32} " + " ".join(f"{cell:>20}" for cell in cells))


main()
