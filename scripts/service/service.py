"""A running moniker-server, as the checks start, watch and end it."""

import asyncio
import json
import os
import signal
import subprocess
import time
from pathlib import Path

from client import Connection

# A check that waits for longer than this many seconds has found a hang.
HANG = 120


class Failure(Exception):
    """What the service should not do."""


# The options for a service that takes as much as a check asks of it.
UNLIMITED = ["--limit-factor", "0", "--accounts-per-day", "0"]


def expect(condition, text):
    """Fails with a text unless a condition holds."""
    if not condition:
        raise Failure(text)


class Service:
    """A server on a free port of loopback, whose store and log are in a folder."""

    def __init__(self, programs, folder, arguments=(), command=()):
        self.programs = programs
        self.folder = Path(folder)
        self.arguments = arguments
        # What starts the program, as in `setpriv … moniker-server`.
        self.command = command
        self.port = 0
        self.process = None
        self.log = self.folder / "log"
        self.environment = {**os.environ, "MONIKER_HOME": str(self.folder / "store")}

    async def start(self):
        """Starts the server, waits until it is ready, and returns the seconds that it took."""
        begin = time.monotonic()
        reading, writing = os.pipe()
        with self.log.open("ab") as log:
            start = log.tell()
            self.process = await asyncio.create_subprocess_exec(
                *self.command,
                f"{self.programs}/moniker-server",
                *("serve", "--port", str(self.port), "--log-format", "json"),
                *("--ready-fd", str(writing), *self.arguments),
                stderr=log,
                pass_fds=[writing],
                env=self.environment,
            )
        os.close(writing)
        line = await asyncio.wait_for(asyncio.to_thread(os.read, reading, 16), HANG)
        os.close(reading)
        duration = time.monotonic() - begin
        expect(line == b"ready\n", f"The server did not become ready: {self.tail()}")
        with self.log.open("rb") as log:
            log.seek(start)
            records = [json.loads(line) for line in log if b'"listening"' in line]
        self.port = int(records[-1]["address"].rpartition(":")[2])
        return duration

    async def stop(self, number, expected):
        """Ends the server by a signal, expects an exit status, and returns the seconds that it took."""
        begin = time.monotonic()
        self.process.send_signal(number)
        status = await asyncio.wait_for(self.process.wait(), HANG)
        name = signal.Signals(number).name
        expect(status == expected, f"After {name} the server ended with {status}: {self.tail()}")
        self.process = None
        return time.monotonic() - begin

    async def kill(self):
        """Ends the server, if it runs."""
        if self.process and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    def tail(self):
        """The end of the log."""
        return self.log.read_bytes()[-600:].decode(errors="replace")

    def connect(self, **options):
        """Opens a connection to the server."""
        return Connection.open(self.port, **options)

    def memory(self):
        """The resident memory, in KiB."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        raise Failure("The server has no memory.")

    def descriptors(self):
        """The number of open descriptors, and how many of them are sockets."""
        targets = []
        for link in Path(f"/proc/{self.process.pid}/fd").iterdir():
            try:
                targets.append(os.readlink(link))
            except FileNotFoundError:
                pass
        return len(targets), sum(target.startswith("socket:") for target in targets)

    async def settle(self, before):
        """Waits until the server has as many sockets as before, and no descriptors beside them.

        The store opens its files once more for each thread that reads, when it is needed first.
        """
        for _ in range(HANG * 10):
            now = self.descriptors()
            if now[1] <= before[1] and now[0] <= before[0] + 16:
                return
            await asyncio.sleep(0.1)
        raise Failure(f"The server has {now[0]} descriptors, {now[1]} of them sockets; before: {before}.")


class Secrets:
    """The tokens and keys that the service has given out."""

    def __init__(self):
        self.texts = set()

    def keep(self, document):
        """Takes the secrets of an answer."""
        for name in ("token", "recoveryKey", "deviceCode", "userCode"):
            if text := document.get(name):
                self.texts.add(text)

    def search(self, folder):
        """Fails if a file of a folder contains one of them."""
        expect(self.texts, "There are no secrets to search for.")
        found = subprocess.run(
            ["grep", "-rlaF", "-f", "-", str(folder)],
            input="\n".join(self.texts).encode(),
            capture_output=True,
            env={**os.environ, "LC_ALL": "C"},
        )
        # The status 1 says that nothing was found.
        expect(found.returncode == 1, f"A secret is in: {found.stdout.decode()}{found.stderr.decode()}")


async def sign_in(connection, nickname, secrets, **more):
    """Signs in under a nickname on a new device, and returns the token."""
    answer = await connection.ask(
        "POST", "/v1/sessions", body={"nickname": nickname, **more}
    )
    expect(answer.status == 201, f"The sign-in of {nickname} was answered with {answer}.")
    document = answer.document()
    secrets.keep(document)
    return document["token"]


async def gather(*tasks):
    """Waits for tasks; if one fails, or the caller is cancelled, the others are cancelled."""
    async with asyncio.TaskGroup() as group:
        started = [group.create_task(task) for task in tasks]
    return [task.result() for task in started]
