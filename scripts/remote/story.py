"""One story of a person with a browser, machines with the tool, and a service; see scripts/check-story."""

import argparse
import asyncio
import fcntl
import json
import os
import re
import signal
import sys
import tempfile
import termios
import time
from pathlib import Path

from playwright.async_api import Error as BrowserError
from playwright.async_api import async_playwright
from playwright.async_api import expect as expect_page

from browser import launch
from cluster import Cluster, start_pair
from failover import store
from options import new_seed
from service import HANG, UNLIMITED, Failure, Secrets, Service, expect
from stage import Stage, enter, prove

# The exit statuses of the tool that the story needs.
DONE, NOT_SIGNED_IN, ENDED, UNREACHABLE, BUSY, REFUSED, INTERRUPTED = 0, 4, 5, 69, 75, 77, 130

CODE = re.compile(r"^ +([A-Z0-9]{4}-[A-Z0-9]{4})$", re.MULTILINE)

# How a browser and the tool call their devices.
BROWSER, TOOL = "Chrome on Linux", "moniker on "

# How often a machine asks whether its code is approved, in seconds.
POLLING = 5
# How many renamings are acknowledged before the primary is killed, and how many after the promotion.
RENAMINGS = 5


class Answer:
    """What a command has written, and its exit status."""

    def __init__(self, words, status, output, notes):
        self.words = words
        self.status = status
        self.output = output
        self.notes = notes

    def __str__(self):
        said = f"{self.output}{self.notes}".strip()
        return f"moniker {' '.join(self.words)} ended with {self.status} and said: {said}"

    def document(self):
        """The answer as JSON."""
        return json.loads(self.output)


class Machine:
    """A home of the tool, whose store is at a server."""

    def __init__(self, programs, folder, service):
        self.program = f"{programs}/moniker"
        self.home = folder
        self.home.mkdir(parents=True)
        self.service = service
        self.processes = []
        # All that the tool has written here.
        self.said = []

    def environment(self, **more):
        """The variables of a command: none of the person who runs the check."""
        address = f"http://127.0.0.1:{self.service.port}"
        return {"PATH": os.environ["PATH"], "HOME": str(self.home), "MONIKER_STORE": address, **more}

    async def start(self, *words, variables=None, **streams):
        """Starts a command."""
        process = await asyncio.create_subprocess_exec(
            self.program, *words, cwd=self.home, env=self.environment(**(variables or {})), **streams
        )
        self.processes.append(process)
        return process

    async def ask(self, *words, given=None, **variables):
        """Runs a command to its end."""
        process = await self.start(
            *words,
            variables=variables,
            stdin=asyncio.subprocess.DEVNULL if given is None else asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        return await self.answer(process, words, given)

    async def answer(self, process, words, given=None):
        """Waits for the end of a command."""
        data = given.encode() if given is not None else None
        try:
            output, notes = await asyncio.wait_for(process.communicate(data), HANG)
        except asyncio.TimeoutError:
            raise Failure(f"moniker {' '.join(words)} does not end.") from None
        self.processes.remove(process)
        answer = Answer(words, process.returncode, output.decode(), notes.decode())
        self.said += [answer.output, answer.notes]
        return answer

    async def tell(self, *words, status=DONE, **more):
        """Runs a command, and expects an exit status."""
        answer = await self.ask(*words, **more)
        expect(answer.status == status, f"In place of {status}: {answer}")
        return answer

    async def is_told(self, nickname, *words, **more):
        """Expects that whoami prints a nickname."""
        answer = await self.tell("whoami", *words, **more)
        expect(answer.output == f"{nickname}\n", f"In place of {nickname}: {answer}")

    def tokens(self):
        """The tokens of this device."""
        return [path.read_text().strip() for path in self.home.rglob("*.token")]

    async def close(self):
        """Ends what still runs."""
        for process in self.processes:
            if process.returncode is None:
                process.kill()
                await process.wait()


class Watch:
    """A running `moniker watch`."""

    def __init__(self, machine):
        self.machine = machine
        self.process = None
        self.reading = None
        self.states = []
        self.changed = asyncio.Event()

    async def start(self):
        """Starts it."""
        self.process = await self.machine.start(
            *("watch", "--json"), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        self.reading = asyncio.create_task(self.read())

    async def read(self):
        """Takes each state that it shows."""
        async for line in self.process.stdout:
            self.machine.said.append(line.decode())
            self.states.append(json.loads(line))
            self.changed.set()
        self.changed.set()

    async def shows(self, what, condition):
        """Waits until the state that was shown last fulfils a condition."""
        try:
            async with asyncio.timeout(HANG):
                while not (self.states and condition(self.states[-1])):
                    if self.reading.done():
                        notes = (await self.process.stderr.read()).decode()
                        raise Failure(f"watch has ended with {await self.process.wait()}: {notes}")
                    self.changed.clear()
                    await self.changed.wait()
        except TimeoutError:
            raise Failure(f"watch does not show {what}, but {self.states[-3:]}.") from None

    async def shows_nickname(self, nickname):
        """Waits for a nickname that is signed in."""
        await self.shows(nickname, lambda state: state["signedIn"] and state["nickname"] == nickname)

    async def stop(self):
        """Interrupts it."""
        self.process.send_signal(signal.SIGINT)
        status = await asyncio.wait_for(self.process.wait(), HANG)
        expect(status == INTERRUPTED, f"After Ctrl-C watch ended with {status}.")
        await self.reading
        self.machine.processes.remove(self.process)


class Terminal:
    """A pseudo-terminal in which a command of a machine runs."""

    def __init__(self, machine):
        self.machine = machine
        # Of the side of the person, and of the side of the command, which stays open to be looked at.
        self.person, self.side = os.openpty()
        self.before = termios.tcgetattr(self.side)
        self.process = None
        self.shown = b""
        self.changed = asyncio.Event()

    async def start(self, *words):
        """Starts a command with this terminal as its own."""
        asyncio.get_running_loop().add_reader(self.person, self.read)
        self.process = await self.machine.start(
            *words,
            variables={"TERM": "xterm"},
            **{"stdin": self.side, "stdout": self.side, "stderr": self.side},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def read(self):
        """Takes what the terminal shows."""
        self.shown += os.read(self.person, 4_096)
        self.changed.set()

    async def shows(self, text):
        """Waits for a text."""
        try:
            async with asyncio.timeout(HANG):
                while text.encode() not in self.shown:
                    self.changed.clear()
                    await self.changed.wait()
        except TimeoutError:
            raise Failure(f"The terminal does not show {text!r}, but {self.shown!r}.") from None

    def type(self, text):
        """Types a text."""
        os.write(self.person, text.encode())

    @property
    def echoes(self):
        """Whether the terminal shows what is typed."""
        return bool(termios.tcgetattr(self.side)[3] & termios.ECHO)

    async def ended(self, status):
        """Waits for the end of the command, and expects its status and the terminal as it was."""
        found = await asyncio.wait_for(self.process.wait(), HANG)
        self.machine.processes.remove(self.process)
        expect(found == status, f"In place of {status}, login ended with {found}: {self.shown!r}")
        after = termios.tcgetattr(self.side)
        expect(after == self.before, f"The terminal was {self.before}, and is left as {after}.")

    def close(self):
        """Gives the terminal back, and returns all that it has shown."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(self.person)
        os.close(self.side)
        os.set_blocking(self.person, False)
        try:
            while rest := os.read(self.person, 4_096):
                self.shown += rest
        except OSError:
            # The other side is closed, and there is nothing more.
            pass
        os.close(self.person)
        self.machine.said.append(self.shown.decode())
        return self.shown.decode()


class Story:
    """The person, their machines, and the service."""

    def __init__(self, options, folder, services, primary, standby, stage):
        self.services = services
        self.primary, self.standby = primary, standby
        self.stage = stage
        self.step = self.visitor = self.nickname = self.key = self.identity = self.watch = None
        # The browser and the third machine are at one server, the others at the other one.
        here, there = services
        self.second = Machine(options.programs, folder / "second", there)
        self.third = Machine(options.programs, folder / "third", here)
        self.fourth = Machine(options.programs, folder / "fourth", there)
        self.program = Machine(options.programs, folder / "program", here)
        self.machines = [self.second, self.third, self.fourth, self.program]
        self.secrets = Secrets()
        # The nicknames since the sign-up, as they were acknowledged, and those whose renaming was refused.
        self.acknowledged, self.doubtful = [], []

    async def run(self):
        """Goes through the steps in order, and prints a line for each."""
        for step in (
            *(self.sign_up, self.link, self.recover, self.type_key, self.rename, self.end_browser),
            *(self.identify, self.fail_over, self.return_to_browser, self.sign_out),
        ):
            self.step = step.__name__
            said = await step()
            print(f"ok: {self.step}: {said}", flush=True)

    async def sign_up(self):
        self.visitor = await self.stage.visitor()
        self.nickname, self.key = await enter(self.visitor, self.stage)
        self.secrets.texts.add(self.key)
        return f"{self.nickname} signs up in the browser, and keeps the recovery key"

    async def link(self):
        tool, visitor, words = self.second, self.visitor, ("login", "--link")
        await tool.tell("whoami", status=NOT_SIGNED_IN)
        process = await tool.start(
            *words,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        code = await asyncio.wait_for(self.code(process), HANG)
        self.secrets.texts.add(code)
        # While the code waits, the tool asks at least once in vain.
        await self.services[1].stop(signal.SIGTERM, 0)
        await asyncio.sleep(POLLING + 1)
        await self.services[1].start()
        await visitor.open("/link")
        await visitor.type("Code of the other device", code)
        await visitor.press("Look it up")
        await visitor.sees("Let another device sign in?")
        asking = await visitor.reads("main dl")
        expect(TOOL in asking and code in asking, f"The page says of the device: {asking}")
        await visitor.press("Approve")
        await visitor.is_told("The other device is approved.")
        answer = await tool.answer(process, words)
        expect(
            answer.status == DONE and answer.output == f"Signed in as {self.nickname}.\n",
            f"After the approval: {answer}",
        )
        await tool.is_told(self.nickname)
        await visitor.open()
        await visitor.sees(self.nickname)
        await visitor.mark()
        return (
            "a second machine is linked at the other server, which is away for a moment, with a code that is approved "
            "in the browser"
        )

    async def code(self, process):
        """The code that the tool shows."""
        text = ""
        while not (found := CODE.search(text)):
            line = (await process.stderr.readline()).decode()
            expect(line, f"The tool shows no code, but: {text}")
            text += line
        self.second.said.append(text)
        return found[1]

    async def recover(self):
        self.watch = Watch(self.second)
        await self.watch.start()
        await self.watch.shows_nickname(self.nickname)
        await self.third.tell("login", self.nickname, "--recovery-key-file", "-", given=f"{self.key}\n")
        await self.third.is_told(self.nickname)
        return "watch shows who is signed in; a third machine signs in with the recovery key"

    async def type_key(self):
        tool, question = self.fourth, f"Recovery key of {self.nickname}: "
        for typed, status in (("\x03", INTERRUPTED), (f"{self.key}\n", DONE)):
            terminal = Terminal(tool)
            try:
                await terminal.start("login", self.nickname)
                await terminal.shows(question)
                expect(not terminal.echoes, "The terminal shows what is typed at the hidden prompt.")
                terminal.type(typed)
                await terminal.ended(status)
                expect(terminal.echoes, "The terminal no longer shows what is typed.")
            finally:
                shown = terminal.close()
            expect(self.key not in shown, "The terminal has shown the recovery key.")
            if status == INTERRUPTED:
                await tool.tell("whoami", status=NOT_SIGNED_IN)
        expect(f"Signed in as {self.nickname}." in shown, f"The terminal has shown {shown!r}.")
        await tool.is_told(self.nickname)
        return "a fourth machine signs in at a terminal, which shows no key; Ctrl-C leaves it as it was"

    async def rename(self):
        self.nickname = self.stage.nickname()
        await self.second.tell("rename", self.nickname)
        self.acknowledged.append(self.nickname)
        await self.watch.shows_nickname(self.nickname)
        await self.visitor.sees(self.nickname)
        await self.visitor.is_marked()
        for machine in (self.second, self.third, self.fourth):
            await machine.is_told(self.nickname)
        return f"the second machine renames to {self.nickname}: watch and the open page show it"

    async def end_browser(self):
        tool, visitor = self.second, self.visitor
        devices = await self.devices()
        expect(
            sorted(label.startswith(TOOL) for label in devices.values()) == [False, True, True, True]
            and BROWSER in devices.values(),
            f"The devices are {devices}.",
        )
        sessions = (await tool.tell("sessions", "--json")).document()["sessions"]
        open_ones = [row for row in sessions if not row["endedAt"]]
        expect(
            sorted(row["deviceID"] for row in open_ones) == sorted(devices),
            f"On the devices {devices} the sessions are {open_ones}.",
        )
        (ending,) = [row["sessionID"][:8] for row in open_ones if devices[row["deviceID"]] == BROWSER]
        shown = (await tool.tell("sessions")).output
        expect(ending in shown, f"The sessions are without {ending}: {shown}")
        await tool.tell("sessions", "end", ending)
        await visitor.sees("Sign in")
        await visitor.is_marked()
        warning = visitor.page.locator("main .warning")
        await expect_page(warning).to_contain_text("ended", timeout=HANG * 1_000)
        await visitor.open()
        await visitor.sees("Sign in")
        await tool.is_told(self.nickname)
        return "the second machine lists the session of the browser and ends it: the browser is signed out"

    async def devices(self):
        """The labels of the devices that the second machine lists, by their IDs."""
        rows = (await self.second.tell("devices", "--json")).document()["devices"]
        (own,) = [row for row in rows if row["current"]]
        expect(own["label"].startswith(TOOL), f"This device is {own}.")
        shown = (await self.second.tell("devices")).output
        expect(all(row["deviceID"] in shown for row in rows), f"{rows} are listed as: {shown}")
        return {row["deviceID"]: row["label"] for row in rows}

    async def identify(self):
        devices = await self.devices()
        expect(
            len(devices) == 3 and BROWSER not in devices.values(),
            f"After the end of the browser's session the devices are {devices}.",
        )
        issued = await self.second.tell("token", "make", "--label", "programs", "--json")
        self.identity = issued.document()["token"]
        self.secrets.texts.add(self.identity)
        await self.program.is_told(self.nickname, MONIKER_TOKEN=self.identity)
        answer = await self.program.ask("rename", self.stage.nickname(), MONIKER_TOKEN=self.identity)
        expect(answer.status != DONE, f"An identity token does more than to identify: {answer}")
        return "an identity token tells a program without a home who it is, and changes nothing"

    async def fail_over(self):
        ending, complaints = asyncio.Event(), len(self.visitor.complaints)
        renaming = asyncio.create_task(self.rename_on(ending))
        try:
            await self.until_renamed(RENAMINGS, renaming)
            await self.primary.kill()
            statuses = [await self.refused(machine) for machine in (self.second, self.third)]
            await self.second.tell("whoami", "--offline")
            begin = await self.standby.promote()
            self.standby.set_synchronous(False)
            statuses += await self.refusals(self.second, self.third)
            seconds = time.monotonic() - begin
            await self.until_renamed(RENAMINGS, renaming)
            ending.set()
            await renaming
        finally:
            renaming.cancel()
            await asyncio.gather(renaming, return_exceptions=True)
        await self.kept()
        # What the browser says of a service without a database is no complaint about a page.
        del self.visitor.complaints[complaints:]
        refused = ", ".join(str(status) for status in sorted(set(statuses)))
        return (
            f"kill -9 of the primary while the third machine renames: exit status {refused} meanwhile, "
            f"answers {seconds:.1f} s after the promotion; {len(self.acknowledged)} renamings kept, each once"
        )

    async def refusals(self, *machines):
        """The exit statuses of whoami until each machine has an answer."""
        statuses, end = [], time.monotonic() + HANG
        for machine in machines:
            while status := await self.refused(machine, mayAnswer=True):
                statuses.append(status)
                expect(time.monotonic() < end, f"After the promotion whoami still ends with {statuses[-9:]}.")
        return statuses

    async def refused(self, machine, mayAnswer=False):
        """The exit status of whoami without a primary; None for an answer, if there may be one."""
        answer = await machine.ask("whoami", MONIKER_TIMEOUT="1s")
        if mayAnswer and answer.status == DONE:
            return None
        expect(answer.status in (UNREACHABLE, BUSY), f"Without a primary: {answer}")
        return answer.status

    async def rename_on(self, ending):
        """Renames on the third machine again and again."""
        while not ending.is_set():
            nickname = self.stage.nickname()
            answer = await self.third.ask("rename", nickname)
            if answer.status == DONE:
                self.acknowledged.append(nickname)
            else:
                expect(answer.status in (UNREACHABLE, BUSY), f"Around the loss of the primary: {answer}")
                self.doubtful.append(nickname)

    async def until_renamed(self, count, renaming):
        """Waits until so many more renamings are acknowledged."""
        wanted, end = len(self.acknowledged) + count, time.monotonic() + HANG
        while len(self.acknowledged) < wanted:
            if renaming.done():
                return renaming.result()
            expect(time.monotonic() < end, f"Renamings are not acknowledged: {self.doubtful[-9:]}.")
            await asyncio.sleep(0.02)

    async def kept(self):
        """Expects all renamings that were acknowledged, once and in their order, at every place."""
        events = (await self.second.tell("history", "--json", "--limit", "1000")).document()["events"]
        renamed = [event["nickname"] for event in events if event["kind"] == "renamed"]
        kept = [nickname for nickname in renamed if nickname not in self.doubtful]
        expect(
            kept == self.acknowledged and len(set(renamed)) == len(renamed),
            f"Of the renamings {self.acknowledged} the history has {renamed}.",
        )
        self.nickname = renamed[-1]
        for machine in (self.second, self.third, self.fourth):
            await machine.is_told(self.nickname)
        await self.watch.shows_nickname(self.nickname)
        await self.program.is_told(self.nickname, MONIKER_TOKEN=self.identity)

    async def return_to_browser(self):
        await prove(self.visitor, self.nickname, self.key)
        await self.visitor.mark()
        changed = self.stage.nickname()
        await self.visitor.type("New nickname", changed)
        await self.visitor.press("Change it")
        await self.visitor.is_told("The nickname is changed.")
        self.nickname = changed
        await self.watch.shows_nickname(changed)
        return "the browser signs in again with the recovery key, and renames: the same watch shows it"

    async def sign_out(self):
        tools = (self.second, self.third, self.fourth)
        (issued,) = (await self.second.tell("token", "--json")).document()["identityTokens"]
        await self.second.tell("token", "revoke", issued["identityTokenID"])
        await self.program.tell("whoami", status=REFUSED, MONIKER_TOKEN=self.identity)
        await self.third.tell("sessions", "end", "--all")
        await self.watch.shows("the end of the session", lambda state: not state["signedIn"])
        await self.visitor.sees("Sign in")
        for tool in tools:
            for words in ((), ("--offline",)):
                answer = await tool.tell("whoami", *words, status=ENDED)
                expect(self.nickname in answer.notes, f"Whose session has ended is not said: {answer}")
        await self.watch.stop()
        for tool in tools:
            await tool.tell("logout")
            for words in ((), ("--offline",)):
                await tool.tell("whoami", *words, status=NOT_SIGNED_IN)
        return "signed out everywhere: watch, the page, whoami and whoami --offline of each machine say so"

    def finish(self):
        """Expects that nothing that was secret was written by the tool, but for the identity token."""
        self.visitor.finish()
        tokens = [token for machine in self.machines for token in machine.tokens()]
        expect(len(tokens) >= 3, f"The machines have {len(tokens)} tokens.")
        self.secrets.texts.update(tokens)
        said = "".join(text for machine in self.machines for text in machine.said)
        shown = [secret for secret in (self.key, *tokens) if secret in said]
        expect(not shown, f"The tool has shown {len(shown)} recovery keys and tokens of devices.")
        return f"{len(self.secrets.texts)} secrets are in no database and log of the service"

    async def close(self):
        """Ends what still runs on the machines."""
        for machine in self.machines:
            await machine.close()


def arguments():
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/check-story",
        description="Goes through a whole story with a browser, three machines and a service on PostgreSQL.",
    )
    parser.add_argument("--seed", help="repeats the nicknames of a run")
    parser.add_argument("--programs", help=argparse.SUPPRESS)
    parser.add_argument("--root", required=True, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.seed = options.seed or new_seed()
    return options


async def begin(primary, standby, services):
    """Starts a primary with a synchronous standby, and the servers on them."""
    await start_pair(primary, standby)
    for service in services:
        service.folder.mkdir()
        await service.start()


async def run(options, place, homes):
    """Goes through the story, with a folder for the service and one for the machines."""
    settings = ["max_wal_senders=4", "hot_standby=on", "shared_buffers=64MB"]
    primary, standby = (Cluster(place, name, settings) for name in ("one", "two"))
    services = [
        Service(options.programs, place / name, [*UNLIMITED, *store(primary, standby)])
        for name in ("here", "there")
    ]
    story = None
    try:
        await begin(primary, standby, services)
        async with async_playwright() as playwright:
            browser = await launch(playwright)
            stage = Stage(options, services[0], browser, homes, "story", None)
            story = Story(options, homes, services, primary, standby, stage)
            try:
                await story.run()
                said = story.finish()
            except (Failure, AssertionError, BrowserError, TimeoutError) as error:
                said = str(error) or "It takes too long."
                raise Failure(f"{story.step}: {said}\n{await pictured(options, stage)}") from error
            finally:
                await story.close()
                await stage.close()
                await browser.close()
        for service in services:
            await service.stop(signal.SIGTERM, 0)
        await standby.stop()
        story.secrets.search(place)
        print(f"ok: {said}", flush=True)
    finally:
        for service in services:
            await service.kill()
        for cluster in (primary, standby):
            await cluster.kill()


async def pictured(options, stage):
    """Takes a picture of the page, and says where it is and what the browser has done."""
    pictures = options.root / ".build/story"
    pictures.mkdir(parents=True, exist_ok=True)
    shown = await stage.picture(pictures / "story.png")
    return "\n".join([f"  picture: {shown}", *(f"  {visitor.story()}" for visitor in stage.visitors)])


def main():
    options = arguments()
    # In the background of a script it is ignored, and would be in all that is started here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryDirectory() as homes:
        try:
            asyncio.run(run(options, Path(place), Path(homes)))
        except Failure as failure:
            sys.exit(f"FAIL: {failure}\nThe nicknames are repeated with --seed {options.seed}.")
    print(f"ok: the whole story, seed {options.seed} ({time.monotonic() - begun:.0f} s)")


if __name__ == "__main__":
    main()
