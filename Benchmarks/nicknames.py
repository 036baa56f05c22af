"""Measures names per second beside precis-i18n, in turns so that both meet the same noise.

Prints the median of each over the turns, and the median of the turns' ratios; then the allocations
for a name, the time for texts far above the limit, and the throughput of `nickname check`.
"""

import pathlib
import re
import statistics
import subprocess
import sys
import time

import unicodedata2
from precis_i18n import get_profile

FOLDER = pathlib.Path(__file__).resolve().parent / "Names"
PROFILES = {
    "enforcement": get_profile("NicknameCasePreserved", unicodedata=unicodedata2),
    "comparison": get_profile("NicknameCaseMapped:ToLower", unicodedata=unicodedata2),
}


def theirs(profile, names):
    count, start = 0, time.perf_counter()
    while (passed := time.perf_counter() - start) < 0.3:
        for name in names:
            profile.enforce(name)
        count += len(names)
    return count / passed


def ours(program, form, text, rounds):
    return float(subprocess.run(
        [program, form, str(rounds)], input=text, stdout=subprocess.PIPE, text=True, check=True
    ).stdout)


def allocations(program, form, text, rounds):
    """Returns the number of heap allocations that valgrind counts."""
    run = subprocess.run(
        ["valgrind", program, form, str(rounds)], input=text, capture_output=True, text=True,
        check=True,
    )
    return int(re.search(r"total heap usage: ([\d,]+) allocs", run.stderr)[1].replace(",", ""))


def print_allocations(program):
    print("\nallocations a name, and of results that do not fit into a String's own 15 bytes")
    text = (FOLDER / "ascii.txt").read_text("utf-8")
    names = text.splitlines()
    long = sum(len(name) > 15 for name in names) / len(names)
    changed = sum(len(name) > 15 and name != name.lower() for name in names) / len(names)
    for form, results in [("enforcement", 0), ("comparison", changed)]:
        few, many = (allocations(program, form, text, rounds) for rounds in (100, 200))
        each = (many - few) / (100 * len(names))
        print(f"ascii    {form:12} {each:.2f}   {results:.2f}   ({long:.2f} names are that long)")


def print_long_texts(program, turns):
    print("\nmilliseconds for a text of 1 MB: refused as a nickname; by the rules alone, and for 2 MB")
    for title, text in [
        ("combining marks", "a" + "\u0316\u0301" * 250_000),
        ("Arabic digits", "\u0660" * 250_000 + "\u06f0" * 250_000),
        ("Hangul letters", "\u1100\u1161\u11a8" * 111_111),
        ("joined letters", "\u0628\u200c" * 200_000 + "\u0628"),
        ("sigmas", "\u03a3'" * 333_333),
    ]:
        def median(form, text):
            return statistics.median(1000 / ours(program, form, text, 3) for _ in range(turns))
        alone, twice = median("comparison", text), median("comparison", text + text)
        refused = median("nickname", text)
        print(f"{title:16} {refused:8.4f}   {alone:7.1f}   {twice:7.1f}   {twice / alone:.2f} times")


def print_check(program, turns):
    print("\n`nickname check`, from a pipe to a pipe: lines a second, and peak memory in MB")
    for count in (10_000, 1_000_000):
        lines = "".join(f"Hong Gildong {number}\n" for number in range(count))
        for options in ([], ["--json"]):
            seconds = []
            for _ in range(turns):
                start = time.perf_counter()
                subprocess.run(
                    [program, "nickname", "check", *options], input=lines.encode(),
                    stdout=subprocess.PIPE, check=True,
                )
                seconds.append(time.perf_counter() - start)
            peak = peak_memory([program, "nickname", "check", *options], lines)
            rate = count / statistics.median(seconds)
            print(f"{count:9,} lines {' '.join(options):6} {rate:10,.0f}   {peak:5.1f}")


def peak_memory(command, lines):
    """Returns the peak resident size of one run in MB, from a process without other children."""
    script = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], stdin=sys.stdin, stdout=subprocess.DEVNULL, check=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, *command], input=lines, stdout=subprocess.PIPE, text=True,
        check=True,
    )
    return int(run.stdout) / 1024


def main():
    program, moniker, turns = sys.argv[1], sys.argv[2], int(sys.argv[3])
    print(f"{'names':8} {'form':12} {'ours/s':>12} {'theirs/s':>12} {'ratio':>7}   spread")
    for file in sorted(FOLDER.glob("*.txt")):
        text = file.read_text("utf-8")
        names = text.splitlines()
        for form, profile in PROFILES.items():
            rounds = 1_000_000 // len(names)
            pairs = [
                (ours(program, form, text, rounds), theirs(profile, names)) for _ in range(turns)
            ]
            ratios = sorted(own / their for own, their in pairs)
            mine, other = (statistics.median(each) for each in zip(*pairs))
            print(
                f"{file.stem:8} {form:12} {mine:12,.0f} {other:12,.0f} "
                f"{statistics.median(ratios):7.1f}   {ratios[0]:.1f} to {ratios[-1]:.1f}"
            )
        whole = statistics.median(ours(program, "nickname", text, rounds) for _ in range(turns))
        print(f"{file.stem:8} {'all forms':12} {whole:12,.0f}")
    print_allocations(program)
    print_long_texts(program, min(turns, 5))
    print_check(moniker, min(turns, 5))


if __name__ == "__main__":
    main()
