"""Compares the rules of nicknames with independent implementations, text by text.

Enforcement and comparison come from precis-i18n on the tables of unicodedata2, with lower case
from ICU, since Python's own implements an older Unicode; NFC and NFKC come from unicodedata2,
the skeleton from ICU. All of them implement Unicode 17. Our results come from the target Conformance.
"""

import argparse
import bz2
import collections
import itertools
import random
import subprocess
import sys
import tempfile

import precis_i18n.profile
import unicodedata2
from precis_i18n import get_profile

import sources
from icu import ICU

LIMIT = 0x110000
SURROGATES = range(0xD800, 0xE000)

# The reasons of precis-i18n, each with ours.
RULES = {
    "exceptions": {"exception"},
    "unassigned": {"unassigned"},
    "old_hangul_jamo": {"oldHangulJamo"},
    "precis_ignorable_properties": {"ignorable", "noncharacter"},
    "controls": {"control"},
    "other": {"other"},
    "empty": {"empty"},
    "not_idempotent": {"unstable"},
    "zero_width_nonjoiner": {"zeroWidthNonJoiner"},
    "zero_width_joiner": {"zeroWidthJoiner"},
    "middle_dot": {"middleDot"},
    "greek_keraia": {"greekKeraia"},
    "hebrew_punctuation": {"hebrewPunctuation"},
    "katakana_middle_dot": {"katakanaMiddleDot"},
    "arabic_indic": {"arabicIndicDigit"},
    "extended_arabic_indic": {"extendedArabicIndicDigit"},
}

# Each group is equally likely, so that the rules interact often.
ALPHABET = [
    "abclLIO0159xyzAEISΣ",
    "     \u00a0\u1680\u2003\u202f\u3000",
    "ΑΒΣσςάΰΩώᾳ\u0375\u03d2\u1fc1\u0345\u02b0",
    "\u0300\u0301\u0307\u0308\u0323\u0327\u031b\u0342\u0344\u0f71\u0f72\u0f74\u0f80\u05b0\u064b",
    "가각힣\u1100\u1112\u1161\u1175\u11a8\u11c2\u1160\u115f\ua960\ud7b0\ud7fb\u3131\uffa1",
    "ابتسدرلكة\u0640\u0670\u0651\u06cc\u0621\u0710\u07ca\u1820",
    "٠١٩۰۱۹٣",
    "\u200c\u200d\u200c\u200d\u094d\u0915\u0937\u09cd\u0bcd\u0d4d\u1039\u00b7l·l",
    "אבש\u05f3\u05f4\u05b8",
    "カナひ・ﾊﾟ漢字〇々\u3099\u309a\u302e\u3031\u303b",
    "ＦｕｌｌａＡ１２ｶﾞ￥",
    "ﬁﬂﬀⅣⅷ㎜№™½²ﷺ㍿㏂ℂℌ𝐀𝕬𝟙🄰",
    "😀👩🏽\ufe0f\ufe0e🇰🇷❤☺\U000e0067",
    "ßẞİıǅǈŉᾼΐԵև\u1e9e\u1e9b\u212a\u212b\u01c5",
    "\u2028\u2029\t\n\r\0\x1b\x7f\x85\u00ad\u061c\u202e\u2066\ufeff\ufff9",
    "\ue000\U000f0000\ufdd0\uffff\U0010fffe\u0378\u088f\U00016ea0\U00010d50\ua7ce\ua7dc\u0897",
    "ᏣᎳꭰꮳᲐაԱաⴀႠ𐐀𐐨",
]


# Precedes the name of a rule if a text has no form; no form can contain it.
REFUSED = "\0"


class Reference:
    """The results of the independent implementations."""

    def __init__(self):
        self.icu = ICU()
        assert unicodedata2.unidata_version == sources.VERSION
        assert self.icu.unicode_version == sources.VERSION
        precis_i18n.profile._caselower = self.icu.lower
        self.preserved = get_profile("NicknameCasePreserved", unicodedata=unicodedata2)
        self.mapped = get_profile("NicknameCaseMapped:ToLower", unicodedata=unicodedata2)

    def enforced(self, text, profile=None):
        """Returns the form, or REFUSED and the name of the rule that refuses the text."""
        try:
            return (profile or self.preserved).enforce(text)
        except UnicodeEncodeError as error:
            return REFUSED + error.reason.split("/")[-1]

    def answers(self, text):
        enforced = self.enforced(text)
        key = enforced if enforced.startswith(REFUSED) else self.enforced(enforced, self.mapped)
        return {
            "NFC": unicodedata2.normalize("NFC", text),
            "NFKC": unicodedata2.normalize("NFKC", text),
            "enforcement": enforced,
            "comparison": self.enforced(text, self.mapped),
            "key": key,
            "skeleton": key if key.startswith(REFUSED) else self.icu.skeleton(key),
            "shownSkeleton": key if key.startswith(REFUSED)
            else self.icu.lower(self.icu.skeleton(enforced)),
        }


def codes(text):
    return " ".join(f"{ord(character):x}" for character in text)


def shown(form):
    return "!" + form[1:] if form.startswith(REFUSED) else codes(form)


def agrees(name, ours, theirs):
    if name in ("NFC", "NFKC") or not theirs.startswith(REFUSED):
        return ours == codes(theirs)
    if name in ("key", "skeleton", "shownSkeleton"):
        return ours == "!"
    return ours.startswith("!") and ours[1:] in RULES[theirs[1:]]


class Comparison:
    """Compares the program's results for many texts, and counts differences."""

    def __init__(self, program):
        self.program = program
        self.reference = Reference()
        self.compared = 0
        self.differences = collections.Counter()

    def run(self, texts):
        texts = iter(texts)
        while batch := list(itertools.islice(texts, 50_000)):
            answers = subprocess.run(
                [self.program], input="\n".join(map(codes, batch)) + "\n",
                stdout=subprocess.PIPE, text=True, check=True,
            ).stdout.splitlines()
            assert len(answers) == len(batch), (len(answers), len(batch))
            for text, answer in zip(batch, answers):
                self.compare(text, answer.split("\t"))

    def compare(self, text, ours):
        self.compared += 1
        for (name, theirs), found in zip(
            self.reference.answers(text).items(), ours, strict=True
        ):
            if agrees(name, found, theirs):
                continue
            self.differences[name] += 1
            if self.differences[name] <= 10:
                print(f"DIFFERENT {name} of <{codes(text)}>: ours {found}, theirs {shown(theirs)}")


def scalars(step, offset):
    for value in range(offset, LIMIT, step):
        if value not in SURROGATES:
            yield chr(value)
            yield f"a{chr(value)}b"


def hangul():
    """All conjoining sequences of modern letters: L V, L V T, and LV T."""
    for leading in range(0x1100, 0x1113):
        for vowel in range(0x1161, 0x1176):
            pair = chr(leading) + chr(vowel)
            yield pair
            for trailing in range(0x11A8, 0x11C3):
                yield pair + chr(trailing)
                yield unicodedata2.normalize("NFC", pair) + chr(trailing)


def strings(number, seed):
    generator = random.Random(seed)
    for _ in range(number):
        length = generator.randint(1, 12)
        groups = generator.choices(ALPHABET, k=generator.randint(1, 4))
        text = ""
        for _ in range(length):
            if generator.random() < 0.02:
                value = generator.randrange(LIMIT - len(SURROGATES))
                text += chr(value if value < SURROGATES.start else value + len(SURROGATES))
            else:
                text += generator.choice(generator.choice(groups))
        yield text


def normalization_test(folder):
    """Yields the first five columns of each line: the second is the NFC of the first three, and the
    fourth that of the last two and the NFKC of all."""
    path = sources.unicode_data(folder) / "NormalizationTest.txt.bz2"
    for line in bz2.decompress(path.read_bytes()).decode().splitlines():
        fields = line.split("#")[0].split(";")
        if len(fields) > 5:
            yield ["".join(chr(int(code, 16)) for code in field.split()) for field in fields[:5]]


def check_normalization_test(program, folder):
    lines = list(normalization_test(folder))
    texts = [column for line in lines for column in line]
    answers = subprocess.run(
        [program], input="\n".join(map(codes, texts)) + "\n",
        stdout=subprocess.PIPE, text=True, check=True,
    ).stdout.splitlines()
    failed = 0
    for number, text in enumerate(texts):
        line = lines[number // 5]
        wanted = [codes(line[1 if number % 5 < 3 else 3]), codes(line[3])]
        if answers[number].split("\t")[:2] != wanted:
            failed += 1
            print(f"DIFFERENT NormalizationTest of <{codes(text)}>: {answers[number]}")
    print(f"NormalizationTest.txt {sources.VERSION}: {len(texts)} texts, {failed} failed")
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--step", type=int, default=1, help="compare one in STEP scalars")
    parser.add_argument("--strings", type=int, default=0, help="compare this number of random texts")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--normalization-test", action="store_true")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().getrandbits(32)
    comparison = Comparison(options.program)
    comparison.run(scalars(options.step, seed % options.step))
    comparison.run(hangul() if options.step == 1 else itertools.islice(hangul(), 0, None, 37))
    comparison.run(strings(options.strings, seed))
    print(
        f"{comparison.compared} texts compared, Unicode {sources.VERSION}, seed {seed}: "
        + (", ".join(f"{n} {name}" for name, n in comparison.differences.items()) or "0")
        + " different"
    )
    failed = sum(comparison.differences.values())
    if options.normalization_test:
        with tempfile.TemporaryDirectory() as folder:
            failed += check_normalization_test(options.program, folder)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
