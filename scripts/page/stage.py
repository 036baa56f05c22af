"""What a check works with: a service, a browser, people, and a client of the API."""

import asyncio
import contextlib
import json
import random
import sqlite3

from service import HANG, Service, expect
from visitor import USUAL, Visitor

# Letters of which none looks like others.
LETTERS = "abdeghkopstuz"


class Stage:
    """The surroundings of one check."""

    def __init__(self, options, service, browser, folder, name, axe):
        self.service = service
        self.browser = browser
        self.folder = folder
        self.programs = options.programs
        self.root = options.root
        self.axe = axe
        self.name = name
        # A check alone is the same as among the others.
        self.random = random.Random(f"{options.seed} {name}")
        self.visitors = []
        self.services = []

    @property
    def base(self):
        """The address of the service."""
        return self.address(self.service)

    @staticmethod
    def address(service, scheme="http"):
        """The address of a service, as a browser shows it."""
        return f"{scheme}://127.0.0.1:{service.port}"

    def nickname(self):
        """A nickname that nobody has."""
        return "".join(self.random.choice(LETTERS) for _ in range(12))

    async def visitor(
        self, is_scripted=True, browser=None, service=None, options=None, scheme="http", **more
    ):
        """Opens a browser for a person."""
        context = await (browser or self.browser).new_context(
            **{"java_script_enabled": is_scripted, "viewport": USUAL, "locale": "en", **(options or {})}
        )
        base = self.address(service or self.service, scheme)
        visitor = Visitor(context, base, is_scripted=is_scripted, **more)
        self.visitors.append(visitor)
        await visitor.open_tab()
        return visitor

    async def start(self, *arguments):
        """Starts a service of its own for the check."""
        folder = self.folder / f"{self.name}-{len(self.services)}"
        folder.mkdir()
        service = Service(self.programs, folder, arguments)
        self.services.append(service)
        await service.start()
        return service

    async def ask(self, method, path, token=None, body=None, service=None, fields=()):
        """Asks the API, as a program does."""
        connection = await (service or self.service).connect()
        try:
            return await asyncio.wait_for(connection.ask(method, path, token, body, fields), HANG)
        finally:
            connection.close()

    async def sign_in(self, nickname, key=None, label=None, service=None):
        """Signs in on a new device by the API, and returns the token and the recovery key."""
        body = {"nickname": nickname, "device": {"label": label}}
        if key:
            body["proof"] = {"recoveryKey": key}
        answer = await self.ask("POST", "/v1/sessions", body=body, service=service)
        expect(answer.status == 201, f"The sign-in of {nickname} was answered with {answer}.")
        document = answer.document()
        return document["token"], document.get("recoveryKey")

    async def get(self, path, token):
        """A document of the API."""
        answer = await self.ask("GET", path, token)
        expect(answer.status == 200, f"{path} was answered with {answer}.")
        return answer.document()

    async def save_profile(self, token, title, description):
        """Saves the profile of an account, whatever it was."""
        stored = await self.ask("GET", "/v1/profile", token)
        answer = await self.ask(
            *("PUT", "/v1/profile", token, {"title": title, "description": description}),
            fields=[f"If-Match: {stored.headers['etag']}"],
        )
        expect(answer.status == 200, f"The profile was not saved: {answer}.")

    def age_sessions(self, nickname):
        """Makes the sessions of an account a day older, as an approval for more than signing in demands."""
        path = next((self.service.folder / "store").rglob("*.sqlite"))
        with contextlib.closing(sqlite3.connect(path, timeout=HANG)) as store, store:
            store.execute(
                "UPDATE session SET started_at = started_at - 86400000"
                " WHERE account = (SELECT number FROM account WHERE nickname = ?)",
                [nickname],
            )

    async def operate(self, *words):
        """Runs a command of the operator."""
        process = await asyncio.create_subprocess_exec(
            *(f"{self.programs}/moniker-server", *words, "--json"),
            stdout=asyncio.subprocess.PIPE,
            env=self.service.environment,
        )
        output, _ = await asyncio.wait_for(process.communicate(), HANG)
        expect(process.returncode == 0, f"{words} ended with {process.returncode}.")
        return json.loads(output) if output else None

    async def picture(self, path):
        """Takes a picture of what the last person sees, and returns where it is; None without one."""
        for visitor in reversed(self.visitors):
            try:
                await visitor.page.screenshot(path=path, full_page=True, timeout=HANG * 1000)
                return f"{path}, of {visitor.page.url}"
            except Exception:
                continue
        return None

    async def close(self):
        """Ends what was begun for the check."""
        for visitor in self.visitors:
            await visitor.context.close()
        for service in self.services:
            await service.kill()


async def enter(visitor, stage, nickname=None):
    """Signs up under a new nickname; returns the nickname and the recovery key."""
    nickname = nickname or stage.nickname()
    await visitor.open("/sign-in")
    await visitor.type("Nickname", nickname)
    await visitor.press("Sign in")
    await visitor.sees("Keep your recovery key")
    key = await visitor.value("Recovery key")
    await visitor.activate(visitor.page.get_by_role("checkbox"))
    await visitor.press("Go on")
    await visitor.sees(nickname)
    return nickname, key


async def prove(visitor, nickname, key):
    """Signs in with a recovery key."""
    await visitor.open("/sign-in")
    await visitor.type("Nickname", nickname)
    await visitor.press("Sign in", refused=403)
    await visitor.sees("That nickname is taken")
    await visitor.type("Recovery key", key)
    await visitor.press("Sign in")
    await visitor.sees(nickname)
