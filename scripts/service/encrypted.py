"""The service by TLS, with a certificate of its own and behind nginx."""

import asyncio
import os
import socket
import ssl
import subprocess
from pathlib import Path

from client import Connection
from service import HANG, Failure, Secrets, Service, expect, gather, sign_in

HOST = "id.example"


def certify(folder):
    """Makes a certificate for the host, and returns the paths of it and of its key."""
    chain, key = Path(folder) / "chain.pem", Path(folder) / "key.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"),
            *("-keyout", str(key), "-out", str(chain)),
        ],
        check=True,
        capture_output=True,
    )
    return chain, key


def cookie(answer):
    """Returns the name and the value of the cookie of an answer, which only TLS carries."""
    text = answer.headers["set-cookie"]
    attributes = {part.strip().lower() for part in text.split(";")[1:]}
    expect(text.startswith("__Host-"), f"The cookie is {text.partition('=')[0]}.")
    expect(attributes >= {"secure", "httponly", "samesite=lax", "path=/"}, f"It has {attributes}.")
    return text.partition(";")[0]


async def use(open_connection, secrets, nickname):
    """Signs in with a cookie and with a token, and returns the token."""
    connection = await open_connection()
    body = {"nickname": nickname, "tokenIn": "cookie"}
    answer = await connection.ask("POST", "/v1/sessions", body=body)
    expect(answer.status == 201, f"A sign-in by TLS was answered with {answer}.")
    expect(
        answer.headers.get("strict-transport-security", "").startswith("max-age="),
        "An answer by TLS has no Strict-Transport-Security.",
    )
    pair = cookie(answer)
    secrets.texts.add(pair.partition("=")[2])
    answer = await connection.ask("GET", "/v1/session", fields=[f"Cookie: {pair}"])
    expect(answer.document()["nickname"] == nickname, f"The cookie proves {answer}.")
    token = await sign_in(connection, f"{nickname}-2", secrets)
    connection.close()
    return token


async def encrypted(programs, root, folder):
    """All, at once."""
    folders = [Path(folder) / name for name in ("tls", "nginx", "mistakes")]
    for path in folders:
        path.mkdir()
    return "\nok: ".join(
        await gather(
            own_tls(programs, folders[0]),
            proxied(programs, root, folders[1]),
            mistaken(programs, folders[2]),
        )
    )


async def own_tls(programs, folder):
    """The service with a certificate: curl trusts it, cookies are safe, a slow handshake ends."""
    chain, key = certify(folder)
    secrets = Secrets()
    service = Service(
        programs,
        folder,
        ["--tls-certificate", str(chain), "--tls-key", str(key), "--public-url", f"https://{HOST}"],
    )
    await service.start()
    try:
        trust = ssl.create_default_context(cafile=chain)
        token = await use(lambda: service.connect(host=HOST, tls=trust), secrets, "encrypted")
        curl = await asyncio.create_subprocess_exec(
            *("curl", "-sf", "--cacert", str(chain), "--resolve", f"{HOST}:{service.port}:127.0.0.1"),
            *("-H", f"Authorization: Bearer {token}", "-H", f"Host: {HOST}"),
            f"https://{HOST}:{service.port}/v1/session",
            stdout=asyncio.subprocess.PIPE,
        )
        output, _ = await asyncio.wait_for(curl.communicate(), HANG)
        expect(b'"encrypted-2"' in output, f"curl got {output!r}.")
        # A body that is refused, in a connection that stays open for reading.
        connection = await service.connect(host=HOST, tls=trust)
        fields = ["Content-Type: application/json", "Content-Length: 100000"]
        connection.send(connection.head("POST", "/v1/sessions", fields=fields) + b"\r\n" + b" " * 70_000)
        head = await asyncio.wait_for(connection.reader.readuntil(b"\r\n\r\n"), HANG)
        expect(b" 413 " in head and b"\r\nconnection: close\r\n" in head.lower(), f"It got {head!r}.")
        await asyncio.wait_for(connection.ended(), HANG)
        connection.close()
        # Plain HTTP, and a handshake that never comes.
        silent = await service.connect()
        await asyncio.wait_for(silent.ended(), HANG)
        silent.close()
    finally:
        await service.kill()
    return "TLS: bearer token, __Host- cookie, Strict-Transport-Security, deadlines"


async def mistaken(programs, folder):
    """A certificate and a key that cannot be used: the message names the file, and no store is made."""
    chain, key = certify(folder)
    others = folder / "others"
    others.mkdir()
    _, foreign = certify(others)
    empty, missing = folder / "empty.pem", folder / "missing.pem"
    empty.write_text("")
    for pair, named, said in (
        ((missing, key), missing, "No such file or directory"),
        ((chain, missing), missing, "No such file or directory"),
        ((others, key), others, "it is not a file"),
        ((empty, key), empty, "does not contain a certificate"),
        ((chain, empty), empty, "does not contain a private key"),
        ((chain, chain), chain, "does not contain a private key"),
        ((chain, foreign), foreign, "is not the key of the first certificate"),
    ):
        process = await asyncio.create_subprocess_exec(
            *(f"{programs}/moniker-server", "serve", "--port", "0"),
            *("--tls-certificate", str(pair[0]), "--tls-key", str(pair[1])),
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "MONIKER_HOME": str(folder / "store")},
        )
        _, errors = await asyncio.wait_for(process.communicate(), HANG)
        text = errors.decode()
        expect(process.returncode == 64, f"With {pair} it ended with {process.returncode}: {text}")
        expect(str(named) in text and said in text, f"With {pair} it said {text}")
        expect(not (folder / "store").exists(), f"With {pair} it made a store.")
    return "TLS: a certificate or key that cannot be used is named"


class Proxy:
    """nginx with deploy/nginx.conf.example, on a free port of loopback."""

    def __init__(self, root, folder, service_port, chain, key):
        self.folder = Path(folder)
        self.port = free_port()
        text = (Path(root) / "deploy/nginx.conf.example").read_text()
        for old, new in (
            ("server 127.0.0.1:8686;", f"server 127.0.0.1:{service_port};"),
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("/etc/ssl/id.example/chain.pem", str(chain)),
            ("/etc/ssl/id.example/key.pem", str(key)),
        ):
            expect(old in text, f"deploy/nginx.conf.example has no {old}.")
            text = text.replace(old, new)
        temporary = "\n".join(
            f"{kind}_temp_path {folder}/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (self.folder / "nginx.conf").write_text(
            # The folder belongs to this user alone.
            f"{'user root; ' if os.geteuid() == 0 else ''}"
            f"daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; worker_processes 1;\n"
            "events {}\n"
            f"http {{ access_log off; {temporary}\n{text}\n}}\n"
        )

    async def start(self):
        """Starts it, and waits until it listens."""
        self.process = await asyncio.create_subprocess_exec(
            *("nginx", "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")),
            *("-e", str(self.folder / "nginx.log")),
            env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"},
        )
        for _ in range(HANG * 10):
            if self.process.returncode is not None:
                raise Failure(f"nginx has ended: {(self.folder / 'nginx.log').read_text()}")
            try:
                (await Connection.open(self.port)).close()
                return
            except OSError:
                await asyncio.sleep(0.1)
        expect(False, "nginx does not listen.")

    async def stop(self):
        """Ends it."""
        if self.process.returncode is None:
            self.process.terminate()
            await self.process.wait()


def free_port():
    """A port of loopback on which nobody listens."""
    with socket.socket() as end:
        end.bind(("127.0.0.1", 0))
        return end.getsockname()[1]


async def proxied(programs, root, folder):
    """The service behind nginx: cookies, the client's address, events, and other hosts."""
    chain, key = certify(folder)
    secrets = Secrets()
    service = Service(
        programs,
        folder,
        # Connections of the proxy are not counted, and streams are by the client.
        ["--behind-proxy", "--public-url", f"https://{HOST}", "--trusted-proxy", "127.0.0.1"]
        + ["--connections-per-client", "1", "--streams-per-client", "1"],
    )
    await service.start()
    proxy = Proxy(root, folder, service.port, chain, key)
    try:
        await proxy.start()
        trust = ssl.create_default_context(cafile=chain)

        def connect(source):
            return Connection.open(proxy.port, host=HOST, tls=trust, source=source)

        token = await use(lambda: connect("127.0.0.2"), secrets, "proxied")
        connection = await connect("127.0.0.2")
        # The client's address is the one that nginx saw, whatever the client says.
        forged = ["X-Forwarded-For: 203.0.113.9"]
        answer = await connection.ask("POST", "/v1/sessions", body={"nickname": "forger"}, fields=forged)
        host = answer.document()["session"]["host"]
        expect(host == "127.0.0.2", f"The client of a forged address is {host}.")
        # An event comes while the stream is open.
        stream = await connect("127.0.0.2")
        stream.send(stream.head("GET", "/v1/events", token) + b"\r\n")
        first = await asyncio.wait_for(stream.reader.readuntil(b'"signedIn"'), HANG)
        expect(b"text/event-stream" in first, f"The stream began with {first!r}.")
        again = await connection.ask("GET", "/v1/events", token)
        expect(again.status == 429 and "retry-after" in again.headers, f"A second stream: {again}.")
        await connection.ask("DELETE", "/v1/session", token)
        await asyncio.wait_for(stream.reader.readuntil(b'"signedOut"'), HANG)
        other = await connect("127.0.0.3")
        other.send(other.head("GET", "/v1/events", token) + b"\r\n")
        head = await asyncio.wait_for(other.reader.readuntil(b"\r\n\r\n"), HANG)
        expect(b" 200 " in head, f"A stream of another client began with {head!r}.")
        other.close()
        stream.close()
        # Another host is refused by nginx, and one on another port by the service.
        for host, code in (("evil.example", b"nginx"), (f"{HOST}:1", b"foreignHost")):
            connection.host = host
            answer = await connection.ask("GET", "/v1/session", token)
            expect(answer.status == 421 and code in answer.body, f"{host} got {answer}.")
        expect((await (await connect("127.0.0.2")).ask("GET", "/metrics")).status == 404, "Metrics.")
        connection.close()
        secrets.search(service.folder / "store")
    finally:
        await proxy.stop()
        await service.kill()
    return "nginx: __Host- cookie, the client's own address, events at once, streams of a client, 421"
