"""Names a second, ours beside precis-i18n's, in turns so that both meet the same noise.

Prints the median of each over the turns, and the median of the turns' ratios.
"""

import pathlib
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
    return int(subprocess.run(
        [program, form, str(rounds)], input=text, stdout=subprocess.PIPE, text=True, check=True
    ).stdout)


def main():
    program, turns = sys.argv[1], int(sys.argv[2])
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


if __name__ == "__main__":
    main()
