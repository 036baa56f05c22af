"""The tool in a terminal, as a page that a browser can take a picture of."""

import asyncio
import html
import re
import subprocess

SIZE = 96, 22

# What the picture shows.
COMMANDS = (
    "moniker login gildong --expires-in 8h",
    "moniker login mina",
    "moniker accounts",
    "moniker whoami --as gildong",
    "moniker login rnina",
    "moniker logout",
    "moniker whoami",
)

PAGE = """<!doctype html><style>
body {{ margin: 0; background: #1d1f21; }}
pre {{ display: inline-block; margin: 0; padding: 18px 22px; color: #d8d8d8;
       font: 14px/1.4 "DejaVu Sans Mono", monospace; }}
b {{ color: #fff; }} i {{ font-style: normal; color: #8fb573; }}
</style><pre>{}</pre>"""

# What sets colours and weights (ECMA-48, SGR).
STYLE = re.compile("\x1b\\[[0-9;]*m")


async def page_of(programs, folder):
    """Runs the commands in tmux, and returns what is on its screen as HTML."""

    def tmux(*words):
        done = subprocess.run(
            ("tmux", "-u", "-S", f"{folder}/tmux", "-f", "/dev/null", *words),
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

    shell = f"env -i HOME={folder} PATH={programs}:/usr/bin:/bin LANG=C.UTF-8 TERM=screen PS1='$ ' bash --norc --noprofile"
    width, height = SIZE
    tmux("new-session", "-d", "-x", str(width), "-y", str(height), shell)
    try:
        for count, command in enumerate(COMMANDS):
            await prompts(tmux, count + 1)
            tmux("send-keys", "-l", command)
            tmux("send-keys", "Enter")
        await prompts(tmux, len(COMMANDS) + 1)
        screen = tmux("capture-pane", "-e", "-p")
    finally:
        tmux("kill-server")
    lines = [line for line in STYLE.sub("", screen).rstrip().splitlines() if line != "$"]
    return PAGE.format("\n".join(marked(line) for line in lines))


async def prompts(tmux, count):
    """Waits until the shell has asked for so many commands."""
    while len(re.findall(r"^\$", tmux("capture-pane", "-p"), re.MULTILINE)) < count:
        await asyncio.sleep(0.05)


def marked(line):
    """A line as HTML: a command is white, its prompt green."""
    if line.startswith("$ "):
        return f"<i>$</i> <b>{html.escape(line[2:])}</b>"
    return html.escape(line)
