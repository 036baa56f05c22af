#!/usr/bin/env python3
"""Generates Sources/Domain/Unicode/Tables from the data of the Unicode Consortium.

Usage: scripts/unicode/generate.py [--data FOLDER] [--confusables FILE]

The data come from two Debian packages, whose addresses and checksums are in sources.py:
  unicode-data 17.0.0-2          the Unicode Character Database, Unicode 17.0.0
  icu 78.3 (the source package)  confusables.txt of UTS #39, version 17.0.0
An existing folder and file can be given instead. To update to a newer version of Unicode, change
sources.py, run this script, then scripts/test and scripts/conformance --all.
"""

import argparse
import collections
import pathlib
import sys
import tempfile

import sources
from sources import VERSION

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLES = ROOT / "Sources/Domain/Unicode/Tables"
LIMIT = 0x110000
HANGUL = range(0xAC00, 0xD7A4)
SURROGATES = range(0xD800, 0xE000)

# In the order of RFC 8264, section 9.6 (which adopts RFC 5892, section 2.6).
EXCEPTIONS = {
    "valid": [0x00DF, 0x03C2, 0x06FD, 0x06FE, 0x0F0B, 0x3007],
    "contextO": [0x00B7, 0x0375, 0x05F3, 0x05F4, 0x30FB, *range(0x660, 0x66A), *range(0x6F0, 0x6FA)],
    "exception": [0x0640, 0x07FA, 0x302E, 0x302F, *range(0x3031, 0x3036), 0x303B],
}

# Allowed by RFC 8264, and not white space, but their names say that they show nothing:
# BRAILLE PATTERN BLANK, EGYPTIAN HIEROGLYPH FULL BLANK and HALF BLANK, KHITAN SMALL SCRIPT FILLER,
# MUSICAL SYMBOL NULL NOTEHEAD.
BLANK = {0x2800, 0x13441, 0x13442, 0x16FE4, 0x1D159}

# The raw values of `DerivedProperty` in Swift.
DERIVED = [
    "valid", "freeformValid", "contextJ", "contextO", "unassigned", "exception", "oldHangulJamo",
    "ignorable", "noncharacter", "control", "other",
]
JOINING = {"Non_Joining": 0, "C": 1, "D": 2, "L": 3, "R": 4, "T": 5}
JOINING["U"] = 0
SCRIPTS = {"Greek": 1, "Hebrew": 2, "Hiragana": 3, "Katakana": 3, "Han": 3}


# MARK: The data


def rows(text):
    for line in text.splitlines():
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) > 1:
            yield fields


def scalars_of(field):
    return [int(code, 16) for code in field.split()]


class Database:
    """The properties for the tables, by code point."""

    def __init__(self, folder, confusables):
        self.folder = folder
        self.category = ["Cn"] * LIMIT
        self.combining = [0] * LIMIT
        self.mapping = {}
        self.canonical = set()
        self.lowercase = {}
        self.read_characters()
        self.joining = self.values("extracted/DerivedJoiningType.txt", 1, "Non_Joining")
        self.hangul = self.values("HangulSyllableType.txt", 1, "NA")
        self.script = self.values("Scripts.txt", 1, "Unknown")
        self.cased = self.members("DerivedCoreProperties.txt", "Cased")
        self.case_ignorable = self.members("DerivedCoreProperties.txt", "Case_Ignorable")
        self.ignorable = self.members("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
        self.noncharacter = self.members("PropList.txt", "Noncharacter_Code_Point")
        self.excluded = self.members("DerivedNormalizationProps.txt", "Full_Composition_Exclusion")
        self.quick_no = self.members("DerivedNormalizationProps.txt", "NFKC_QC", "N")
        self.quick_maybe = self.members("DerivedNormalizationProps.txt", "NFKC_QC", "M")
        self.prototypes = {}
        for fields in rows(confusables):
            source, target = scalars_of(fields[0]), scalars_of(fields[1])
            assert len(source) == 1 and fields[2] == "MA"
            self.prototypes[source[0]] = target

    def text(self, name):
        return (self.folder / name).read_text("utf-8")

    def ranges(self, name):
        for fields in rows(self.text(name)):
            ends = fields[0].split("..")
            yield range(int(ends[0], 16), int(ends[-1], 16) + 1), fields

    def values(self, name, column, default):
        found = [default] * LIMIT
        for codes, fields in self.ranges(name):
            for code in codes:
                found[code] = fields[column]
        return found

    def members(self, name, *wanted):
        return {
            code
            for codes, fields in self.ranges(name)
            if tuple(fields[1:1 + len(wanted)]) == wanted
            for code in codes
        }

    def read_characters(self):
        first = None
        for fields in rows(self.text("UnicodeData.txt")):
            code = int(fields[0], 16)
            start = first if first is not None else code
            first = code if fields[1].endswith(", First>") else None
            for each in range(start, code + 1):
                self.category[each] = fields[2]
                self.combining[each] = int(fields[3])
            if fields[5]:
                if not fields[5].startswith("<"):
                    self.canonical.add(code)
                self.mapping[code] = scalars_of(fields[5].split(">")[-1])
            if fields[13]:
                self.lowercase[code] = int(fields[13], 16)
        for fields in rows(self.text("SpecialCasing.txt")):
            lower = scalars_of(fields[1])
            unconditional = len(fields) == 5
            # The code implements Final_Sigma; this is the file's only other addition to lower case.
            if unconditional and len(lower) > 1:
                assert (int(fields[0], 16), lower) == (0x130, [0x69, 0x307]), fields

    def reordered(self, scalars):
        """Returns the canonical order (Unicode Standard, D109): sorts marks, keeps starters."""
        ordered = list(scalars)
        start = 0
        for end in range(len(ordered) + 1):
            if end == len(ordered) or self.combining[ordered[end]] == 0:
                ordered[start:end] = sorted(ordered[start:end], key=lambda x: self.combining[x])
                start = end + 1
        return ordered

    def decomposed(self, code, compatibly=True):
        if code in HANGUL:
            index = code - 0xAC00
            trailing = [0x11A7 + index % 28] if index % 28 else []
            return [0x1100 + index // 588, 0x1161 + index % 588 // 28, *trailing]
        if code not in self.mapping or not (compatibly or code in self.canonical):
            return [code]
        return self.reordered(
            part for each in self.mapping[code] for part in self.decomposed(each, compatibly)
        )

    def derived_property(self, code):
        """Follows RFC 8264, section 8, in its order; BackwardCompatible is empty."""
        category = self.category[code]
        for name, codes in EXCEPTIONS.items():
            if code in codes:
                return name
        if category == "Cn" and code not in self.noncharacter:
            return "unassigned"
        if 0x21 <= code <= 0x7E:
            return "valid"
        if code in (0x200C, 0x200D):
            return "contextJ"
        if self.hangul[code] in ("L", "V", "T"):
            return "oldHangulJamo"
        if code in self.noncharacter:
            return "noncharacter"
        if code in self.ignorable:
            return "ignorable"
        if category == "Cc":
            return "control"
        # HasCompat: a character that NFKC changes never occurs in its output.
        if code in self.quick_no:
            return "freeformValid"
        if category in ("Ll", "Lu", "Lo", "Nd", "Lm", "Mn", "Mc"):
            return "valid"
        if category in ("Lt", "Nl", "No", "Me", "Zs") or category[0] in "SP":
            return "freeformValid"
        return "other"

    def composites(self):
        return {
            (self.mapping[code][1], self.mapping[code][0]): code
            for code in self.canonical
            if code not in self.excluded
        }


# MARK: The tables


def packed(values, width):
    """Digits of six bits, the most significant first, from 0x30 on."""
    digits = []
    for value in values:
        assert 0 <= value < 64**width, (value, width)
        digits += (chr(0x30 + (value >> 6 * place & 63)) for place in reversed(range(width)))
    return "".join(digits)


def shared(values, bits):
    """Stores equal blocks of 2^bits values once: returns each block's number, and the blocks."""
    values = values + [0] * (-len(values) % 2**bits)
    numbers = {}
    blocks = [
        numbers.setdefault(tuple(values[start:start + 2**bits]), len(numbers))
        for start in range(0, len(values), 2**bits)
    ]
    return blocks, [value for block in numbers for value in block]


def pool(data, sequences):
    """Concatenates sequences; returns the scalars with each sequence's place times 32 plus length.

    A sequence that occurs in those before it, or begins at their end, is not stored again. A scalar
    is stored as `DecomposedScalar` defines: with its combining class, and whether it may compose
    with the preceding scalar.
    """
    content, places = "", {}
    for sequence in sorted(sequences, key=lambda each: (-len(each), each)):
        text = "".join(map(chr, sequence))
        if text not in content:
            overlap = next(n for n in reversed(range(len(text))) if content.endswith(text[:n]))
            content += text[overlap:]
        assert len(text) < 32
        places[sequence] = content.index(text) << 5 | len(text)

    def stored(code):
        return code | data.combining[code] << 21 | (code in data.quick_maybe) << 29

    return [stored(ord(character)) for character in content], places


def literal(values, width, indentation):
    digits = packed(values, width)
    inner = " " * (indentation + 4)
    size = 96 - len(inner)
    lines = "\n".join(f"{inner}{digits[at:at + size]}\\#" for at in range(0, len(digits), size))
    return (
        f"PackedTable(\n"
        f"{inner[2:]}width: {width},\n"
        f"{inner[2:]}count: {len(values)},\n"
        f"{inner[2:]}digits: #\"\"\"\n{lines[:-2]}\n{inner}\"\"\"#\n"
        f"{inner[4:]})"
    )


def table(summary, name, values, width):
    return (
        f"  /// {summary}\n"
        f"  static var {name}: PackedTable {{\n"
        f"    {literal(values, width, 4)}\n"
        f"  }}\n"
    )


def scalar_table(summary, name, values, width, block_bits, group_bits):
    numbers, entries = shared(values, block_bits)
    groups, blocks = shared(numbers, group_bits)
    return (
        f"  /// {summary}\n"
        f"  static var {name}: ScalarTable {{\n"
        f"    ScalarTable(\n"
        f"      blockBits: {block_bits},\n"
        f"      groupBits: {group_bits},\n"
        f"      groups: {literal(groups, 2, 6)},\n"
        f"      blocks: {literal(blocks, 2, 6)},\n"
        f"      entries: {literal(entries, width, 6)}\n"
        f"    )\n"
        f"  }}\n"
    )


def constant(summary, name, value):
    return f"  /// {summary}\n  static var {name}: Int {{ {value} }}\n"


def write(name, summary, source, *members):
    text = (
        f"// Written by scripts/unicode/generate.py; do not edit.\n"
        f"// Source: {source}.\n\n"
        f"/// {summary}\n"
        f"enum {name} {{\n" + "\n".join(members) + "}\n"
    )
    (TABLES / f"{name}.swift").write_text(text, "utf-8")


def write_properties(data, source):
    lowercased = data.lowercase
    seconds = {second for second, _ in data.composites()}

    def record(code):
        derived = DERIVED.index(data.derived_property(code))
        # Hangul composes by arithmetic, but its vowels and finals have the flag like other scalars.
        quick = 1 if code in data.quick_no else 2 if code in data.quick_maybe else 0
        flags = [
            data.category[code] == "Zs",
            code in lowercased,
            code in data.cased,
            code in data.case_ignorable,
            code in data.ignorable,
            code in data.mapping or code in HANGUL,
            data.category[code][0] == "M",
            code in BLANK,
            code in data.canonical or code in HANGUL,
        ]
        value = derived | data.combining[code] << 4 | quick << 12
        value |= JOINING[data.joining[code]] << 14 | SCRIPTS.get(data.script[code], 0) << 17
        return value | sum(flag << 19 + place for place, flag in enumerate(flags))

    assert seconds <= data.quick_maybe | data.quick_no
    values = [record(code) for code in range(LIMIT)]
    # The first record is the most frequent one; the order is the same in every run.
    frequency = collections.Counter(values)
    records = sorted(frequency, key=lambda value: (-frequency[value], value))
    numbers = {value: number for number, value in enumerate(records)}
    write(
        "ScalarPropertyTable",
        "What the rules of nicknames ask of a Unicode scalar.",
        source,
        scalar_table(
            "The number of a scalar's record.",
            "numbers", [numbers[value] for value in values], 2, 3, 6,
        ),
        table(
            "Each set of properties that occurs, as ``ScalarProperties`` reads it.",
            "records", records, 5,
        ),
    )
    return len(records)


def growth(sequences):
    """Bounds the size of decomposed texts by the number of bytes of a text."""
    most = max(-(-len(sequence) // len(chr(code).encode())) for code, sequence in sequences.items())
    return constant("How many scalars come of a byte of UTF-8 at the most.", "growth", most)


def maximum_length(sequences):
    """Bounds the size of skeletons by the number of scalars of a text."""
    most = max(map(len, sequences.values()))
    return constant("How many scalars a sequence has at the most.", "maximumLength", most)


def write_sequences(data, name, summary, source, sequences, bound, block_bits, group_bits):
    content, places = pool(data, set(sequences.values()))
    values = [places[sequences[code]] if code in sequences else 0 for code in range(max(sequences) + 1)]
    write(
        name, summary, source,
        bound,
        scalar_table(
            "The place of a scalar's sequence times 32, plus its length; 0 for none.",
            "sequences", values, 3, block_bits, group_bits,
        ),
        table("The scalars of all sequences, as ``DecomposedScalar`` keeps them.", "pool", content, 5),
    )
    return len(places), len(content)


def write_tables(data):
    database = f"Unicode Character Database, Unicode {VERSION}"
    sizes = {"properties": write_properties(data, f"{database}, and RFC 8264, sections 8 and 9")}
    decompositions = {code: tuple(data.decomposed(code)) for code in data.mapping}
    sizes["decompositions"] = write_sequences(
        data, "DecompositionTable",
        "The full compatibility decompositions, but for those of Hangul syllables.",
        f"{database}, UnicodeData.txt",
        decompositions,
        growth(decompositions),
        3, 5,
    )
    # Most canonical decompositions are the compatibility ones; these contain a compatibility character.
    different = {
        code: tuple(data.decomposed(code, compatibly=False))
        for code in data.canonical
        if data.decomposed(code, compatibly=False) != data.decomposed(code)
    }
    sizes["canonical decompositions"] = write_sequences(
        data, "CanonicalDecompositionTable",
        "The full canonical decompositions that differ from the compatibility ones.",
        f"{database}, UnicodeData.txt",
        different,
        growth(different),
        3, 5,
    )
    pairs = sorted(data.composites().items())
    write(
        "CompositionTable",
        "The primary composites, but for Hangul syllables.",
        f"{database}, UnicodeData.txt and DerivedNormalizationProps.txt",
        table(
            "The second scalar times 2^21, plus the first one, in ascending order.",
            "pairs", [second << 21 | first for (second, first), _ in pairs], 7,
        ),
        table("What each pair composes to.", "composites", [code for _, code in pairs], 4),
    )
    starts, shifts = [0], [0]
    for code, lower in sorted(data.lowercase.items()):
        if (lower - code) % 2**21 != shifts[-1]:
            starts.append(code)
            shifts.append((lower - code) % 2**21)
    write(
        "LowercaseTable",
        "The simple lower-case mappings.",
        f"{database}, UnicodeData.txt",
        table("Where another shift begins, in ascending order.", "starts", starts, 4),
        table("What is added, modulo 2^21, to a scalar that has a mapping.", "shifts", shifts, 4),
    )
    # NFKC is applied before; scalars that it never yields are not in the table.
    reachable = {
        code: tuple(
            data.reordered(
                part for each in target for part in data.decomposed(each, compatibly=False)
            )
        )
        for code, target in data.prototypes.items()
        if data.decomposed(code) == [code]
    }
    sizes["prototypes"] = write_sequences(
        data, "PrototypeTable",
        "What a scalar looks like, in canonically decomposed form.",
        f"confusables.txt of UTS #39, version {VERSION}",
        reachable,
        maximum_length(reachable),
        2, 4,
    )
    sizes["compositions"], sizes["lowercase"] = len(pairs), len(starts)
    return sizes


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=pathlib.Path, help="the folder with UnicodeData.txt")
    parser.add_argument("--confusables", type=pathlib.Path, help="confusables.txt of UTS #39")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        confusables = (
            options.confusables.read_text("utf-8-sig")
            if options.confusables else sources.confusables()
        )
        assert f"Version: {VERSION}" in confusables
        data = Database(options.data or sources.unicode_data(folder), confusables)
        assert f"-{VERSION}.txt" in data.text("Scripts.txt")
        TABLES.mkdir(parents=True, exist_ok=True)
        for name, size in write_tables(data).items():
            print(name, size, file=sys.stderr)


if __name__ == "__main__":
    main()
