"""Compares the service on PostgreSQL with pgbench running the same statements, in stores of two sizes.

Usage: postgresql.py PROGRAM SESSIONS TURNS SECONDS

The statements of a sign-in are those that PostgreSQL has logged of one. Service, clients and database share
the cores.
"""

import asyncio
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

LOAD = Path(__file__).resolve().parent
sys.path[:0] = [str(LOAD.parents[2] / "scripts" / part) for part in ("postgresql", "service")]

from cluster import OPERATOR, Cluster, user  # noqa: E402
from compare import letters, wrk  # noqa: E402
from service import Secrets, Service, expect, sign_in  # noqa: E402

CLIENTS = 32
SMALL = 1_000
# As many tokens are drawn from at most.
TOKENS = 1_000_000
NICKNAME = "abcdefgh"
# What the service asks beside the requests.
BESIDE = ("pg_notify", "pg_current_snapshot", "FROM completed_change")


def database(sessions):
    return f"sessions_{sessions}"


def quarter_of_memory():
    """The MiB that PostgreSQL's manual recommends for shared_buffers: a quarter of the machine's memory."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 4 // 2**20


class Benchmark:
    """A cluster, with a database and a service for each size."""

    def __init__(self, folder, program):
        self.folder = folder
        # The service of the benchmarks, by the name and with the words of the server.
        starter = folder / "moniker-server"
        starter.write_text(f'#!/bin/sh\nshift\nexec "{program}" service "$@"\n')
        starter.chmod(0o755)
        self.cluster = Cluster(
            folder, "benchmark",
            [f"shared_buffers={quarter_of_memory()}MB", "max_wal_size=8GB", "maintenance_work_mem=256MB",
             "log_line_prefix="],
        )  # fmt: skip
        self.services = {}
        self.tokens = {}

    async def start(self, name):
        """Starts a service on a database."""
        place = self.folder / f"service-{name}"
        place.mkdir(exist_ok=True)
        arguments = [
            *("--limit-factor", "1000000", "--connections-per-client", "20000", "--accounts-per-day", "0"),
            *("--database-connections", str(CLIENTS)),
            *("--store", f"postgres://{OPERATOR}@{self.cluster.host}/{name}"),
        ]
        service = Service(self.folder, place, arguments)
        self.services[name] = service
        await service.start()
        return service

    async def fill(self, sessions):
        """Makes a database with sessions, and a file of tokens."""
        name = database(sessions)
        self.cluster.ask(f"CREATE DATABASE {name}")
        self.cluster.ask(f"ALTER DATABASE {name} SET search_path = moniker, public")
        service = await self.start(name)
        await service.kill()
        address = f"postgresql://{OPERATOR}@{self.cluster.host}/{name}"
        psql = [*user(), "psql", "-Xq", "-d", address]
        script = (LOAD / "postgresql.sql").read_text()
        subprocess.run([*psql, "-v", f"sessions={sessions}"], input=script, text=True, check=True, cwd="/")
        drawn = (
            f"SELECT public.benchmark_token(number) FROM generate_series(1, {sessions}, "
            f"{max(1, sessions // TOKENS)}) AS number"
        )
        self.tokens[name] = self.folder / f"{name}.tokens"
        with self.tokens[name].open("w") as file:
            subprocess.run([*psql, "-At", "-c", drawn], stdout=file, check=True, cwd="/")

    def warm_up(self, sessions):
        """Reads tables and then indexes into memory, where they are in a database that has run for a while."""
        name = database(sessions)
        self.cluster.ask("CREATE EXTENSION pg_prewarm SCHEMA public", name)
        self.cluster.ask(
            "SELECT sum(public.pg_prewarm(relation)) FROM ("
            "SELECT oid::regclass AS relation FROM pg_class WHERE relnamespace = 'moniker'::regnamespace "
            "AND relkind IN ('r', 'i') ORDER BY relkind DESC) AS relations",
            name,
        )

    async def statements(self):
        """The statements of a sign-in and of a question, as scripts for pgbench."""
        self.cluster.ask("CREATE DATABASE traced")
        self.cluster.ask("ALTER DATABASE traced SET log_statement = 'all'")
        service = await self.start("traced")
        connection = await service.connect()
        secrets = Secrets()
        device = {"label": "benchmark"}
        # The first of each makes connections and prepares statements.
        token = await sign_in(connection, NICKNAME * 2, secrets, device=device)
        await connection.ask("GET", "/v1/session", token)
        log = self.cluster.log
        begin = log.stat().st_size
        token = await sign_in(connection, NICKNAME, secrets, device=device)
        middle = log.stat().st_size
        # The first question confirms the token.
        await connection.ask("GET", "/v1/session", token)
        signed_in = script(log.read_bytes()[begin:middle].decode())
        asked = []
        # What the service does beside the requests comes in between now and then.
        for _ in range(5):
            last = log.stat().st_size
            await connection.ask("GET", "/v1/session", token)
            asked.append(script(log.read_bytes()[last:].decode()))
        connection.close()
        await service.kill()
        return {"sign-in": signed_in, "session": min(asked, key=lambda text: text.count("\n"))}

    def pgbench(self, sessions, kind, seconds):
        """The transactions a second of a script."""
        output = self.cluster.run(
            "pgbench", "--no-vacuum", "--protocol=prepared", f"--client={CLIENTS}", "--jobs=2",
            f"--time={seconds}", f"--define=sessions={sessions}", f"--file={self.folder / kind}.sql",
            f"postgresql://{OPERATOR}@{self.cluster.host}/{database(sessions)}",
        )  # fmt: skip
        return float(re.search(r"^tps = ([0-9.]+)", output, re.MULTILINE)[1])

    def ask(self, sessions, kind, seconds):
        """The answers a second of the service."""
        name = database(sessions)
        address = f"http://127.0.0.1:{self.services[name].port}"
        if kind == "sign-in":
            return wrk("signin", f"{address}/v1/sessions", CLIENTS, seconds, letters())[0]
        seed = str(random.randrange(2**31))
        return wrk("session", f"{address}/v1/session", CLIENTS, seconds, str(self.tokens[name]), seed)[0]


def records(text):
    """The statements of a part of PostgreSQL's log, each with its parameters."""
    found = []
    for line in text.split("\n"):
        if match := re.match(r"LOG:  (?:statement|execute [^:]*): (.*)", line):
            found.append([match[1], {}])
        elif line.startswith("DETAIL:  parameters: "):
            parameters = re.findall(r"\$([0-9]+) = (NULL|'(?:[^']|'')*')", line)
            found[-1][1] = {int(number): value for number, value in parameters}
        elif line.startswith("\t"):
            found[-1][0] += " " + line.strip()
    return [(sql, parameters) for sql, parameters in found if not any(part in sql for part in BESIDE)]


def script(text):
    """A script for pgbench that runs the statements of a log, with other values in each run."""
    lines = ["\\set n random(1, 1000000000000000)", "\\set m random(1, :sessions)"]
    numbers = {}

    def replaced(value):
        """What stands for a value of the log."""
        text = value.strip("'")
        own = f"(:n)::bigint::text || ' {numbers.setdefault(text, len(numbers))}'"
        if value == "NULL":
            return value
        if text == NICKNAME:
            return "translate((:n)::bigint::text, '0123456789', 'abcdefghkn')"
        if re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", text):
            return f"md5({own})::uuid::text"
        if re.fullmatch(r"[0-9a-f]{64}", text):
            return f"encode(sha256(convert_to({own}, 'UTF8')), 'hex')"
        if re.fullmatch(r"\{[0-9a-f]{64}\}", text):
            return "ARRAY[encode(sha256(convert_to(public.benchmark_token((:m)::bigint), 'UTF8')), 'hex')]"
        return value

    has_number = False
    for sql, parameters in records(text):
        # The key of a lock differs in each run, and the number of an account is what the database gave.
        if "pg_advisory_xact_lock" in sql:
            parameters[1] = "(:n)::bigint"
        elif has_number:
            for match in re.finditer(r"\bnumber = \$([0-9]+)|session\.account = \$([0-9]+)", sql):
                parameters[int(match[1] or match[2])] = ":number"
        sql = re.sub(
            r"\$([0-9]+)",
            lambda match: f"({value})"
            if (value := parameters[int(match[1])]).startswith((":", "("))
            else f"({replaced(value)})",
            sql,
        )
        if re.search(r"RETURNING number$", sql):
            has_number = True
            lines.append(sql + " \\gset")
        else:
            lines.append(sql + ";")
    return "\n".join(lines) + "\n"


async def main():
    program, sessions, turns, seconds = Path(sys.argv[1]), *map(int, sys.argv[2:5])
    sizes = sorted({SMALL, sessions})
    with tempfile.TemporaryDirectory() as folder:
        benchmark = Benchmark(Path(folder), program)
        cluster = benchmark.cluster
        try:
            cluster.initialize()
            await cluster.start()
            cluster.ask("ALTER SYSTEM SET fsync = off")
            cluster.ask("SELECT pg_reload_conf()")
            for size in sizes:
                await benchmark.fill(size)
            cluster.ask("ALTER SYSTEM RESET fsync")
            cluster.ask("SELECT pg_reload_conf()")
            cluster.ask("CHECKPOINT")
            os.sync()
            for kind, text in (await benchmark.statements()).items():
                expect(text.count("\n") > 2, f"PostgreSQL has logged nothing of a {kind}.")
                (benchmark.folder / f"{kind}.sql").write_text(text)
                print(f"A {kind} is {text.count(chr(10)) - 2} statements.", flush=True)
            for size in sizes:
                benchmark.warm_up(size)
                await benchmark.start(database(size))
            for kind in ("session", "sign-in"):
                measure(benchmark, kind, sizes, turns, seconds)
        finally:
            for service in benchmark.services.values():
                await service.kill()
            await cluster.kill()


def measure(benchmark, kind, sizes, turns, seconds):
    """Measures all sides in turns, and prints rates and ratios."""
    sides = {}
    for size in sizes:
        sides["service", size] = lambda size=size: benchmark.ask(size, kind, seconds)
        sides["pgbench", size] = lambda size=size: benchmark.pgbench(size, kind, seconds)
    results = {side: [] for side in sides}
    for turn in range(turns):
        names = list(sides)
        if turn % 2:
            names.reverse()
        for side in names:
            results[side].append(sides[side]())
    for (name, size), rates in results.items():
        print(f"{kind:10}{name:10}{size:12,} sessions {statistics.median(rates):10.0f}/s")

    def compare(text, one, other):
        rates = sorted(own / its for own, its in zip(results[one], results[other]))
        print(f"{kind}: {text} {statistics.median(rates):.2f} ({rates[0]:.2f} to {rates[-1]:.2f})", flush=True)

    for size in sizes:
        compare(f"with {size:,} sessions beside pgbench", ("service", size), ("pgbench", size))
    if len(sizes) > 1:
        compare("the time with many sessions beside few", ("service", sizes[0]), ("service", sizes[1]))


if __name__ == "__main__":
    asyncio.run(main())
