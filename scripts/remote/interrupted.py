"""Ctrl-C while a service has not answered: the tool says whether a change may have been made."""

import asyncio
import os
import signal
from pathlib import Path

from service import HANG, expect

DOUBT = "the change may have been made"
TOKEN = "mnk_" + "A" * 43


class Silence:
    """A service that reads requests and never answers."""

    def __init__(self):
        self.asked = asyncio.Event()
        self.method = ""

    async def serve(self, reader, writer):
        """Reads one request."""
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            self.method = head.split(b" ")[0].decode()
            self.asked.set()
            await reader.read()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


async def interrupt(programs, folder, words, method, variables):
    """Runs a command until the service has its request, presses Ctrl-C, and returns what the command has written."""
    silence = Silence()
    server = await asyncio.start_server(silence.serve, "127.0.0.1", 0)
    try:
        port = server.sockets[0].getsockname()[1]
        process = await asyncio.create_subprocess_exec(
            f"{programs}/moniker",
            *words,
            "--store",
            f"http://127.0.0.1:{port}",
            cwd=folder,
            env={"PATH": os.environ["PATH"], "HOME": str(folder), "MONIKER_TIMEOUT": "1h", **variables},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        try:
            await asyncio.wait_for(silence.asked.wait(), HANG)
            os.killpg(process.pid, signal.SIGINT)
            output, notes = await asyncio.wait_for(process.communicate(), HANG)
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
                await process.wait()
    finally:
        server.close()
    said = f"{' '.join(words)}: {process.returncode}, {output}, {notes}"
    expect(silence.method == method, f"The first request of {said} was {silence.method}.")
    expect(process.returncode == 130, f"Ctrl-C has not ended {said}.")
    return output.decode(), notes.decode()


async def check(programs, folder):
    """Interrupts a change, and a question."""
    folder = Path(folder)
    folder.mkdir()
    words = ("login", "mina", "--no-input", "--recovery-key-file", "key")
    output, notes = await interrupt(programs, folder, words, "POST", {})
    expect(DOUBT in notes and not output, f"An interrupted login says: {output}{notes}")
    left = [path.name for path in folder.iterdir() if path.name.startswith("key")]
    expect(not left, f"An interrupted login leaves {left}.")
    output, notes = await interrupt(programs, folder, ("whoami",), "GET", {"MONIKER_TOKEN": TOKEN})
    expect(not notes and not output, f"An interrupted whoami says: {output}{notes}")
    print("ok: Ctrl-C says that a change may have been made, and nothing of a question", flush=True)
