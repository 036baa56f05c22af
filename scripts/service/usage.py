"""The service as README uses it, with README's own lines."""

import asyncio
import json
import os
import re
import shutil
import signal
from pathlib import Path

from service import HANG, Service, expect, sign_in

# A user who owns nothing.
USER = "65534"


async def readme(service, secrets, root):
    """Runs README's three lines with curl: signs in, asks, signs out."""
    text = (Path(root) / "README.md").read_text()
    lines = re.findall(r"^curl -s.*$", text, re.MULTILINE)
    expect(len(lines) == 3, f"README has {len(lines)} lines with curl in place of 3.")

    async def run(line, token=""):
        process = await asyncio.create_subprocess_shell(
            line.replace("localhost:8686", f"localhost:{service.port}"),
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "token": token},
        )
        output, _ = await asyncio.wait_for(process.communicate(), HANG)
        return json.loads(output)

    first = await run(lines[0])
    secrets.keep(first)
    token = first["token"]
    expect(token.startswith("mnk_") and first["recoveryKey"].startswith("mnr-"), "No secrets.")
    asked = await run(lines[1], token)
    expect(asked["nickname"] == "gildong", f"README's second line got {asked}.")
    ended = await run(lines[2], token)
    expect("signedOut" in json.dumps(ended), f"README's third line got {ended}.")
    after = await run(lines[1], token)
    expect(after["code"] == "notSignedIn", f"After signing out README's second line got {after}.")
    return "the lines of README"


async def closure(programs, folder):
    """Expects that other processes of the user cannot look into the server, as an ordinary user."""
    place = Path(folder) / "closed"
    place.mkdir()
    command, program = (), programs
    if os.geteuid() == 0:
        # The files in /proc of a process that may be inspected belong to its user, of any other to root.
        command = ("setpriv", "--reuid", USER, "--regid", USER, "--clear-groups")
        program = str(place)
        shutil.copy(f"{programs}/moniker-server", place)
        os.chmod(folder, 0o711)
        os.chown(place, int(USER), int(USER))
    service = Service(program, place, command=command)
    await service.start()
    owner = os.stat(f"/proc/{service.process.pid}/environ").st_uid
    limits = Path(f"/proc/{service.process.pid}/limits").read_text()
    await service.stop(signal.SIGTERM, 0)
    expect(owner == 0, f"The memory of the server can be read by the user {owner}.")
    expect(re.search(r"Max core file size +0 +0 ", limits), "The server may dump its memory.")
    return "a server that other processes of its user cannot look into"


async def secrecy(service, secrets, programs):
    """Looks for all secrets in the store, an export, the metrics and the log; stops the server."""
    connection = await service.connect()
    for _ in range(3):
        answer = await connection.ask("POST", "/v1/links", body={})
        secrets.keep(answer.document())
    # The tokens of other stores and of ended sessions are among the secrets, too, but open no stream.
    token = await sign_in(connection, "searched", secrets)
    await connection.ask("GET", f"/v1/session?token={token}", f"wrong{token}")
    await connection.ask("GET", f"/v1/nicknames/{token}")
    await connection.ask("GET", f"/{token}", token)
    metrics = await connection.ask("GET", "/metrics")
    (service.folder / "metrics").write_bytes(metrics.body)
    connection.close()
    export = await asyncio.create_subprocess_exec(
        *(f"{programs}/moniker", "store", "export", str(service.folder / "export")),
        stdout=asyncio.subprocess.DEVNULL,
        env={**os.environ, "MONIKER_HOME": str(service.folder / "store")},
    )
    expect(await asyncio.wait_for(export.wait(), HANG) == 0, "The store cannot be exported.")
    # The service answers and streams until it is told to end.
    stream = await service.connect()
    stream.send(stream.head("GET", "/v1/events", token) + b"\r\n")
    await stream.reader.readuntil(b"\n\n")
    await service.stop(signal.SIGTERM, 0)
    text = (await stream.ended()).decode()
    expect("event: end" in text and text.endswith("0\r\n\r\n"), f"A stream was cut off: {text!r}.")
    stream.close()
    for name in ("log", "metrics", "export"):
        expect((service.folder / name).stat().st_size > 100, f"The {name} is empty.")
    secrets.search(service.folder)
    return f"{len(secrets.texts)} secrets searched for in store, export, log and metrics"


async def unreachable(programs):
    """Expects that a server which cannot listen says so."""
    process = await asyncio.create_subprocess_exec(
        *(f"{programs}/moniker-server", "serve", "--store", "memory", "--port", "0"),
        *("--hostname", "nowhere.invalid", "--behind-proxy", "--trusted-proxy", "127.0.0.1"),
        *("--public-url", "https://id.example"),
        stderr=asyncio.subprocess.PIPE,
    )
    _, errors = await asyncio.wait_for(process.communicate(), HANG)
    expect(process.returncode == 69 and b"cannot listen on nowhere.invalid" in errors, f"It ended with {errors}.")
    return "a server that cannot listen at its address says so"


async def operator(service, secrets, programs):
    """Changes accounts by the operator's commands while the service runs."""

    async def run(*words, status=0):
        process = await asyncio.create_subprocess_exec(
            *(f"{programs}/moniker-server", *words, "--json"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "MONIKER_HOME": str(service.folder / "store")},
        )
        output, errors = await asyncio.wait_for(process.communicate(), HANG)
        expect(process.returncode == status, f"{words} ended with {process.returncode}: {errors}")
        expect(not status or json.loads(errors)["error"]["code"], f"{words} said {errors}.")
        return json.loads(output) if output else None

    connection = await service.connect()

    async def sign_in(key):
        body = {"nickname": "invited", "proof": {"recoveryKey": key}}
        answer = await connection.ask("POST", "/v1/sessions", body=body)
        secrets.keep(answer.document())
        return answer

    async def refused(answer, status, code):
        document = answer.document()
        expect((answer.status, document.get("code")) == (status, code), f"The answer was {document}.")

    invitation = await run("accounts", "add", "invited")
    secrets.keep(invitation)
    await run("accounts", "add", "INVITED", status=6)
    await run("accounts", "rename", "nobody", "somebody", status=7)
    missing = service.folder / "missing.sqlite"
    for words in (["list"], ["rename", "invited", "other"], ["prune"]):
        await run("accounts", *words, "--store", f"sqlite:{missing}", status=69)
    expect(not missing.exists(), "A command of the operator made a store that did not exist.")
    await run("accounts", "add", "in vi\tted", status=65)
    await run("accounts", "add", status=64)
    guest = (await sign_in(invitation["recoveryKey"])).document()
    stream = await service.connect()
    stream.send(stream.head("GET", "/v1/events", guest["token"]) + b"\r\n")
    await stream.reader.readuntil(b"\n\n")
    await run("accounts", "suspend", "invited")
    told = await asyncio.wait_for(stream.reader.readuntil(b'"state":"ended"'), HANG)
    expect(b"event: session" in told, f"The stream was told {told}.")
    stream.close()
    await refused(await connection.ask("GET", "/v1/session", guest["token"]), 401, "sessionEnded")
    await refused(await sign_in(invitation["recoveryKey"]), 403, "accountSuspended")
    listed = (await run("accounts", "list", "--suspended"))["accounts"]
    expect([row["nickname"] for row in listed] == ["invited"], f"The suspended accounts are {listed}.")
    await run("accounts", "resume", "invited")
    another = await run("accounts", "reset-key", "invited")
    secrets.keep(another)
    await refused(await sign_in(invitation["recoveryKey"]), 403, "proofRequired")
    guest = (await sign_in(another["recoveryKey"])).document()
    await run("accounts", "rename", "invited", "guest")
    asked = await connection.ask("GET", "/v1/session", guest["token"])
    expect(asked.document()["nickname"] == "guest", f"The service says {asked.document()}.")
    await run("accounts", "remove", "guest", "--confirm", "guest")
    await refused(await connection.ask("GET", "/v1/session", guest["token"]), 401, "notSignedIn")
    await run("store", "check")
    await run("store", "backup", str(service.folder / "backup.sqlite"))
    connection.close()
    return "the operator's commands beside the service"
