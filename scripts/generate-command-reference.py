"""Formats the JSON of `moniker --experimental-dump-help` as Markdown.

Standard input is the JSON, standard output the document. An unknown kind of argument or an unknown
version of the format is an error: nothing of the command line may be left out silently.
"""

import json
import sys

# An option that at least this share of the commands has is described once, for all of them.
COMMON_SHARE = 0.5

# How the help marks a block that is to be shown as it is.
HEADINGS = {"EXAMPLES:": "Examples", "EXIT STATUS:": "Exit status"}


def spelled(argument):
    """The argument as it is typed: `<file>`, `--store <store>`, `-q, --quiet`."""
    if argument["kind"] == "positional":
        text = f"<{argument['valueName']}>" + ("..." if argument["isRepeating"] else "")
        return f"[{text}]" if argument["isOptional"] else text
    names = [
        {"short": "-", "long": "--", "longWithSingleDash": "-"}[name["kind"]] + name["name"]
        for name in argument["names"]
    ]
    text = ", ".join(sorted(names, key=len))
    if argument["kind"] == "option":
        text += f" <{argument['valueName']}>"
    return text


def usage(path, command):
    """The line that shows how the command is called."""
    words = [path]
    for argument in shown(command):
        if is_common(argument):
            continue
        text = spelled(argument)
        if argument["kind"] != "positional" and argument["isOptional"]:
            text = f"[{text}]"
        words.append(text)
    if subcommands(command):
        words.append("[<subcommand>]" if "defaultSubcommand" in command else "<subcommand>")
    elif any(map(is_common, shown(command))):
        words.append("[options]")
    return " ".join(words)


def shown(command):
    for argument in command.get("arguments", []):
        if argument["kind"] not in ("positional", "option", "flag"):
            raise ValueError(f"unknown kind of argument: {argument['kind']}")
        if argument["shouldDisplay"]:
            yield argument


def subcommands(command):
    # The library adds `help`, which every command has as `--help`, too.
    return [
        child
        for child in command.get("subcommands", [])
        if child["shouldDisplay"] and child["commandName"] != "help"
    ]


def is_common(argument):
    return spelled(argument) in common


def leaves(command):
    """The commands that do something themselves."""
    found = [leaf for child in subcommands(command) for leaf in leaves(child)]
    return found or [command]


def find_common(root):
    """What most commands have, in the order of first appearance."""
    commands = leaves(root)
    counts = {}
    for command in commands:
        for argument in shown(command):
            counts.setdefault(spelled(argument), [0, argument])[0] += 1
    return {
        text: argument
        for text, (count, argument) in counts.items()
        if argument["kind"] != "positional" and count >= COMMON_SHARE * len(commands)
    }


def discussion(text):
    """Paragraphs are joined; a block with a heading of the help is shown as it is."""
    for block in text.strip("\n").split("\n\n"):
        lines = block.split("\n")
        heading = HEADINGS.get(lines[0].strip())
        if heading:
            indent = min(len(line) - len(line.lstrip()) for line in lines[1:])
            yield f"{heading}:"
            yield "```text\n" + "\n".join(line[indent:].rstrip() for line in lines[1:]) + "\n```"
        else:
            yield escaped(" ".join(line.strip() for line in lines))


def escaped(text):
    """What Markdown would read as mark-up outside of code, but for the code itself."""
    for character in "\\*<>|":
        text = text.replace(character, "\\" + character)
    return text


def table(arguments):
    rows = ["| argument | meaning |", "|---|---|"]
    for argument in arguments:
        help_text = escaped(argument.get("abstract", ""))
        if "defaultValue" in argument and argument["kind"] != "flag":
            help_text += f" Default: `{argument['defaultValue']}`."
        rows.append(f"| `{spelled(argument)}` | {help_text} |")
    return "\n".join(rows)


def describe(path, command, depth):
    yield f"{'#' * depth} {path}"
    yield escaped(command.get("abstract", ""))
    yield f"```text\n{usage(path, command)}\n```"
    own = [argument for argument in shown(command) if not is_common(argument)]
    if own:
        yield table(own)
    if not subcommands(command):
        lacking = [text for text in common if text not in map(spelled, shown(command))]
        if lacking:
            yield "Not accepted here: " + ", ".join(f"`{text}`" for text in lacking) + "."
    if command.get("defaultSubcommand"):
        yield f"Without a subcommand, it runs `{path} {command['defaultSubcommand']}`."
    yield from discussion(command.get("discussion", ""))
    for child in subcommands(command):
        yield from describe(f"{path} {child['commandName']}", child, min(depth + 1, 4))


def document(root):
    yield "<!-- Written by scripts/generate-command-reference. Do not edit. -->"
    yield "# Commands"
    yield (
        "Every command with its arguments, as `moniker help COMMAND` shows them. What `--json` prints is "
        "described in [json.md](json.md), the exit status in [exit-status.md](exit-status.md)."
    )
    yield "## Common options"
    yield "Most commands accept these. A command that does not accept one says so below."
    yield table(common.values())
    yield from describe(root["commandName"], root, 2)


dump = json.load(sys.stdin)
if dump["serializationVersion"] != 0:
    raise ValueError(f"unknown version of the format: {dump['serializationVersion']}")
common = find_common(dump["command"])
print("\n\n".join(part for part in document(dump["command"]) if part))
