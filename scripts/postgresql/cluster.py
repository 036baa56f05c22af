"""Real PostgreSQL servers in a folder, on Unix sockets alone: a primary, and standbys of it."""

import asyncio
import os
import pwd
import signal
import subprocess
import time
from pathlib import Path
from urllib.parse import quote

from service import HANG, Failure, expect

VERSION = 15
PROGRAMS = Path(f"/usr/lib/postgresql/{VERSION}/bin")
DATABASE = "moniker"
# The superuser, who makes databases and standbys, and the role of the service.
OPERATOR, ROLE = "operator", "moniker"


def user():
    """What runs a command as another user than root, with whose rights PostgreSQL does not start."""
    if os.geteuid() != 0:
        return ()
    name = "postgres"
    entry = pwd.getpwnam(name)
    return (
        "setpriv", f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--init-groups",
        # A test that is killed leaves no server.
        "--pdeathsig", "KILL", "--",
    )  # fmt: skip


class Cluster:
    """One server, whose data and socket are in a folder."""

    def __init__(self, folder, name, settings=()):
        self.name = name
        self.data = folder / name
        self.sockets = folder / f"{name}-socket"
        self.log = folder / f"{name}.log"
        self.settings = settings
        self.process = None
        self.sockets.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:
            entry = pwd.getpwnam("postgres")
            for path in (folder, self.sockets):
                os.chown(path, entry.pw_uid, entry.pw_gid)
            os.chmod(folder, 0o755)

    @property
    def host(self):
        """The host of the server in a URI."""
        return quote(str(self.sockets), safe="")

    def run(self, program, *words, check=True):
        """Runs a program of PostgreSQL, and returns what it writes."""
        done = subprocess.run(
            [*user(), str(PROGRAMS / program), *words],
            capture_output=True,
            text=True,
            timeout=HANG,
            cwd="/",
        )
        expect(not check or done.returncode == 0, f"{program} failed: {done.stdout}{done.stderr}")
        return done.stdout

    def initialize(self):
        """Makes an empty cluster."""
        self.run(
            "initdb", "--pgdata", str(self.data), "--username", OPERATOR, "--auth", "trust",
            "--encoding", "UTF8", "--locale", "C.UTF-8",
        )  # fmt: skip

    def follow(self, primary):
        """Makes a standby of a running server, in place of what was there."""
        subprocess.run(["rm", "-rf", str(self.data)], check=True)
        self.run(
            "pg_basebackup", "--pgdata", str(self.data), "--write-recovery-conf", "--checkpoint", "fast",
            "--dbname", f"postgresql://{OPERATOR}@{primary.host}/postgres?application_name={self.name}",
        )  # fmt: skip

    async def start(self):
        """Starts the server, and waits until it answers."""
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(*user(), str(PROGRAMS / "postgres"), "-D", str(self.data)),
                *("-c", "listen_addresses=", "-c", f"unix_socket_directories={self.sockets}"),
                *(word for setting in self.settings for word in ("-c", setting)),
                stdout=log,
                stderr=log,
                cwd="/",
                # kill() ends its processes, too.
                start_new_session=True,
            )
        await self.until(lambda: self.ask("SELECT 1", check=False) == "1")

    async def until(self, condition):
        """Waits for a condition."""
        for _ in range(HANG * 20):
            if condition():
                return
            if self.process.returncode is not None:
                raise Failure(f"PostgreSQL has ended: {self.log.read_text()[-800:]}")
            await asyncio.sleep(0.05)
        raise Failure(f"PostgreSQL {self.name} does not do what is waited for.")

    def ask(self, sql, database="postgres", check=True):
        """Runs a statement as the superuser, and returns its value."""
        return self.run(
            "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d",
            f"postgresql://{OPERATOR}@{self.host}/{database}", "-c", sql, check=check,
        ).strip()  # fmt: skip

    async def kill(self):
        """Ends all processes of the server at once, as a loss of power does."""
        if self.process is None:
            return
        if self.process.returncode is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        await self.process.wait()
        self.process = None

    async def stop(self):
        """Ends the server after it has written everything."""
        if self.process and self.process.returncode is None:
            os.kill(self.process.pid, signal.SIGINT)
            await asyncio.wait_for(self.process.wait(), HANG)
        self.process = None

    async def promote(self):
        """Makes a standby the primary, and returns when it was one."""
        self.run("pg_ctl", "promote", "--pgdata", str(self.data), "--no-wait")
        await self.until(lambda: self.ask("SELECT pg_is_in_recovery()", check=False) == "f")
        return time.monotonic()

    def set_synchronous(self, isOn):
        """Lets each commit wait for a standby, or for none."""
        self.ask(f"ALTER SYSTEM SET synchronous_standby_names = '{'*' if isOn else ''}'")
        self.ask("SELECT pg_reload_conf()")

    async def until_followed(self, kind):
        """Waits for a standby of a kind: sync or async."""
        await self.until(
            lambda: self.ask("SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'") == kind
        )


async def start_pair(primary, standby):
    """Starts a primary that has the database of the service, with a synchronous standby."""
    primary.initialize()
    await primary.start()
    primary.ask(f"CREATE ROLE {ROLE} LOGIN")
    primary.ask(f"CREATE DATABASE {DATABASE} OWNER {ROLE}")
    standby.follow(primary)
    await standby.start()
    primary.set_synchronous(True)
    await primary.until_followed("sync")


def address(*clusters):
    """The address of a database with some servers."""
    hosts = ",".join(cluster.host for cluster in clusters)
    return f"postgres://{ROLE}@{hosts}/{DATABASE}"
