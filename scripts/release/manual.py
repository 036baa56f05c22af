"""Puts the man pages that the argument library has made into the form of other pages.

Usage: manual.py FOLDER

A page is named as the pages of other programs with subcommands are (moniker-accounts-add), so that man finds it and
apropos lists it. Examples keep their lines, an empty line begins a paragraph, and no line of text is taken for a macro.
"""

import re
import sys
from pathlib import Path

MACRO = re.compile(r"\.[A-Z][a-z]( |$)|\.\\\"")
HEADING = re.compile(r"([A-Z][A-Z ]+):$")


def text(line):
    """A line of text, which may begin as a macro does."""
    return f"\\&{line}" if line[:1] in (".", "'") else line


def body(lines):
    """The lines of a page, in which text and macros are mixed."""
    result = []
    literal = False
    for line in lines:
        is_example = line.startswith("  ")
        if literal and not is_example:
            result.append(".Ed")
        if is_example and not literal:
            result.append(".Bd -literal -offset indent")
        literal = is_example
        heading = HEADING.match(line)
        if MACRO.match(line):
            result.append(line)
        elif is_example:
            result.append(text(line[2:]))
        elif heading:
            result.append(f'.Ss "{heading[1].capitalize()}"')
        elif line:
            result.append(text(line))
        elif result[-1] != ".Ed" and not result[-1].startswith(".S"):
            result.append(".Pp")
    # A list and a heading begin a paragraph themselves.
    return [
        line
        for line, after in zip(result, [*result[1:], ""])
        if not (line == ".Pp" and after.startswith((".Bl", ".Bd", ".S")))
    ]


def page(content, name):
    """A page in the new form."""
    content = re.sub(r"^\.Dt .* (\d)$", rf".Dt {name.upper()} \1", content, count=1, flags=re.MULTILINE)
    content = re.sub(r'^\.Nm "?[^"\n]+"?$', f".Nm {name}", content, count=1, flags=re.MULTILINE)
    content = re.sub(r'^\.Nd "?(.*?)\.?"?$', r".Nd \1", content, count=1, flags=re.MULTILINE)
    # The name of the page is not what is typed.
    content = content.replace("\n.Sh SYNOPSIS\n.Nm\n", f'\n.Sh SYNOPSIS\n.Nm "{typed(name)}"\n', 1)
    content = re.sub(r"^(\.Xr )(\S+)", lambda match: match[1] + match[2].replace(".", "-"), content, flags=re.MULTILINE)
    return "\n".join(body(content.rstrip("\n").split("\n"))) + "\n"


# The commands of two words that are not a program and its subcommand.
NAMES = ("moniker-server", "recovery-key", "reset-key")


def typed(name):
    """What is typed for the command of a page."""
    for own in NAMES:
        name = name.replace(own, own.replace("-", "\0"))
    return name.replace("-", " ").replace("\0", "-")


def main():
    for path in sorted(Path(sys.argv[1]).glob("*.1")):
        name = path.stem.replace(".", "-")
        content = page(path.read_text(), name)
        path.unlink()
        path.with_name(f"{name}.1").write_text(content)


if __name__ == "__main__":
    main()
