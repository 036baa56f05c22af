"""Runs the commands in the documents; see scripts/check-documents.

A command that is shown with its answer prints that. One that is shown without an answer is one that the tool takes.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# What must have happened before the first command of a document. `@TIME` runs a command at that time,
# `-` one that fails.
BEFORE = {
    "docs/exit-status.md": ["@2026-11-21T08:19:00Z moniker login gildong --expires-in 8h"],
    "docs/nicknames.md": ["moniker login gildong"],
    "docs/sessions.md": [
        "@-1d moniker login mina --expires-in 8h",
        "@-5m moniker login gildong --expires-in 8h --sliding",
        "moniker whoami",
    ],
    "docs/stores.md": [
        "moniker login gildong",
        "moniker store backup ~/moniker.backup",
        "@damage .local/share/moniker/moniker.sqlite",
    ],
}

# What happens before a command that is shown for other reasons.
BETWEEN = {
    ("docs/sessions.md", "moniker accounts"): [
        "rm -r .local",
        "moniker login gildong",
        "moniker login mina",
        "moniker switch gildong",
    ],
    ("docs/sessions.md", "cd work; moniker use gildong"): ["mkdir work"],
    ("docs/sessions.md", "moniker history"): [
        "rm -r .local",
        "@-1d moniker login mina --expires-in 8h",
        "-moniker logout",
    ],
    ("docs/stores.md", "moniker store repair"): ["@damage .local/share/moniker/moniker.sqlite"],
}

# What is not run, and why.
NOT_RUN = {
    "moniker-server --store postgres:": "scripts/check-postgresql runs the guide",
    "moniker login --link": "scripts/check-story links machines",
    "moniker profile edit  ": "a test of the tool opens an editor at a terminal",
}


def blocks(text):
    """The commands of the console blocks of a document, each with the lines that it is shown to print."""
    for block in re.findall(r"^ *```console\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL):
        found = []
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif found:
                found[-1][1].append(line)
        yield found


def lines(text):
    """The commands of the tool in blocks without answers."""
    for block in re.findall(r"^ *```sh\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            found = re.search(r"(?:^|[ (])(moniker (?!--generate)[a-z][^|;#)]*)", line)
            if found and "https:" not in line and "ssh" not in line:
                yield found[1].split("  ")[0].strip()


PLACEHOLDERS = (
    # The path of a home, and of a kept store.
    (r"replaced-\S+", "replaced-TIME"),
    (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( UTC|Z)?", "TIME"),
    (r"(?<=  )(\d+ (s|min|h|d)( \d+ (s|min|h))? ago|now|in \d+ (d|h|min)( \d+ (h|min|s))?)(?=  )", "SPAN"),
    (rf" \((kiosk|{re.escape(os.uname().nodename)})(, pts/\d+)?\)$", " (MACHINE)"),
    (r"^(\* )?((?=[a-z0-9]*\d)[a-z0-9]{8}(?=  )|[a-z0-9]{8}(?=  A pattern))", r"\1ID"),
    (r"A pattern in \w+", "A pattern in COLOUR"),
)


def plain(line, home):
    """A line without what differs."""
    line = line.replace(str(home), "/home/gildong").strip()
    for pattern, text in PLACEHOLDERS:
        line = re.sub(pattern, text, line)
    return re.sub(r"\s+", " ", line)


def identifier(line):
    """The ID at the beginning of a line; None for none."""
    found = re.match(r"(?:\* )?((?=[a-z0-9]*\d)[a-z0-9]{8}(?=  )|[a-z0-9]{8}(?=  A pattern))", line.strip())
    return found and found[1]


class Document:
    """A document, whose commands run in a home of its own."""

    def __init__(self, options, name, home):
        self.name = name
        self.home = home
        self.text = (options.root / name).read_text()
        self.environment = {
            "PATH": f"{options.programs}:{os.environ['PATH']}",
            "HOME": str(home),
            "USER": "gildong",
            "EDITOR": "true",
            "COLUMNS": "100",
            "LC_ALL": "C.UTF-8",
        }
        # The IDs that are shown, and those that they are here.
        self.known = {}
        self.failures = []
        self.count = 0
        # Each command begins where the last one has ended.
        self.folder = home
        self.status = 0

    def run(self, command, prefix=()):
        """Runs a command, and returns its exit status and what it prints."""
        place = self.home.parent / "folder"
        script = f"(exit {self.status})\n{command}\nstatus=$?\npwd >'{place}'\nexit $status"
        done = subprocess.run(
            [*prefix, "bash", "-c", script],
            cwd=self.folder, env=self.environment, text=True, timeout=120, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self.folder = Path(place.read_text().strip())
        return done.returncode, done.stdout

    def damage(self, path):
        """Changes bytes that are in no row, in the first page that whoami reads and finds damaged."""
        content = path.read_bytes()
        for place in range(4096 + 2048, len(content), 4096):
            changed = bytearray(content)
            # One bit would be repaired.
            changed[place : place + 8] = b"damaged!"
            path.write_bytes(changed)
            if self.run("moniker whoami")[0] == 65:
                return
        self.failures.append(f"{self.name}: whoami reads no page but the first one")

    def prepare(self, command):
        """Does what is not shown."""
        if command.startswith("@damage "):
            self.damage(self.home / command.split()[1])
            return
        prefix = ()
        if command.startswith("@"):
            time, command = command[1:].split(" ", 1)
            prefix = ("faketime", "-f", time) if time[0] == "-" else ("faketime", time)
        may_fail = command.startswith("-")
        status, said = self.run(command.removeprefix("-"), prefix)
        if status and not may_fail:
            self.failures.append(f"{self.name}: before its commands: {command}: {said}")

    def check(self):
        """Runs all commands, and compares what they print."""
        for command in BEFORE.get(self.name, ()):
            self.prepare(command)
        for block in blocks(self.text):
            self.folder = self.home
            for command, shown in block:
                why = next((why for begin, why in NOT_RUN.items() if command.startswith(begin)), None)
                if why:
                    print(f"  not run: {command}: {why}")
                    continue
                for step in BETWEEN.get((self.name, command.split("  ")[0]), ()):
                    self.prepare(step)
                self.compare(command, shown)

    def parse(self):
        """Runs the commands that are shown without an answer: each must be one, whatever it answers."""
        for command in lines(self.text):
            if command.startswith("moniker watch"):
                continue
            self.folder = self.home
            status, said = self.run(command)
            self.count += 1
            # Some are for a service alone, and say so.
            if status == 64 and "Name a service" not in said:
                self.failures.append(f"{self.name}: {command}: {said}")

    def compare(self, command, shown):
        """Runs a command, and compares its answer with what is shown, unless nothing is."""
        for ours, here in self.known.items():
            command = re.sub(rf"\b{ours[:4]}({ours[4:]})?\b", here, command)
        self.status, said = self.run(command)
        self.count += 1
        lines = said.splitlines()
        for one, other in zip(shown, lines):
            if identifier(one) and identifier(other):
                self.known[identifier(one)] = identifier(other)
        shown = [line for line in shown if line.strip()]
        if not shown:
            if "error:" in said:
                self.failures.append(f"{self.name}: $ {command}\n{said}")
            return
        lines = [plain(line, self.home) for line in lines if line.strip()]
        wanted = [plain(line, self.home) for line in shown]
        # The documents break long lines, and may leave the end of an answer out.
        one, other = " ".join(wanted), " ".join(lines)
        cut = one.split("…")
        if len(cut) == 2 and other.startswith(cut[0].strip()) and other.endswith(cut[1].strip()):
            return
        if one != other:
            self.failures.append(f"{self.name}: $ {command}\nis shown to print\n  {one}\nand prints\n  {other}")


def main():
    parser = argparse.ArgumentParser(prog="scripts/check-documents")
    parser.add_argument("--root", required=True, type=Path)
    parser.add_argument("--programs", required=True)
    options = parser.parse_args()
    names = ["README.md", *sorted(f"docs/{path.name}" for path in (options.root / "docs").glob("*.md"))]
    failures, count = [], 0
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder) / "gildong"
            home.mkdir(mode=0o700)
            document = Document(options, name, home)
            document.check()
            document.parse()
            failures += document.failures
            count += document.count
    if failures:
        sys.exit("\n\n".join(failures) + f"\n\nFAIL: {len(failures)} of {count} commands print something else.")
    print(f"ok: {count} commands of the documents are commands, and print what is shown")


if __name__ == "__main__":
    main()
