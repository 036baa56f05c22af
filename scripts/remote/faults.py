"""Commands of the tool while a network fails, and what the service may hold after them."""

import asyncio
import json
import os
import re
import time
from collections import Counter
from pathlib import Path

from network import DELAY, LOSS, Cut
from service import HANG, Failure, expect
from truth import Truth, digest

# Exit statuses: what a command may end with while the network fails.
DONE, NOT_SIGNED_IN, ENDED, UNREACHABLE, BUSY = 0, 4, 5, 69, 75

# The faults, each as often as it is here.
FAULTS = (
    *("lost", "lost", "delayed", "cut", "cut", "cut", "late", "shut"),
    *("killed", "killed", "killed", "gone", "gone"),
)

# What MONIKER_TIMEOUT is, in seconds.
TIMEOUTS = (3, 5, 8)

# The most packets, or parts on loopback, before something happens: a command needs some 20, or 2 to 10.
PACKETS, PARTS = 26, 6

# What an error says of its attempts, and of what may have been done.
TRIED = re.compile(r"\((tried once|tried [0-9]+ times), [0-9]+\.[0-9] s\)")
VOID = "its token may be void: repeat the sign-in"
DOUBT = re.compile(
    "the change may have been made|the sign-in was made, but its token may be void"
    "|the key was replaced, but the new one may be void"
)
SHOWN = re.compile(r"shown this once:\\n\\n +([^ \\]+)\\n")
QUEUED = "the next command that reaches the service ends it there"


class Answer:
    """What a command has written, its exit status, and how long it took."""

    def __init__(self, words, status, output, notes, seconds):
        self.words = words
        self.status = status
        self.output = output
        self.notes = notes
        self.seconds = seconds

    def __str__(self):
        said = f"{self.output}{self.notes}".strip()
        return f"moniker {' '.join(self.words)}: {self.status} after {self.seconds:.1f} s, {said}"

    def document(self):
        """The answer as JSON."""
        return json.loads(self.output)


class Home:
    """A home of the tool."""

    def __init__(self, folder):
        self.folder = folder
        self.folder.mkdir()

    def files(self, pattern):
        """The texts of files that it keeps of services."""
        return [path.read_text().strip() for path in self.folder.rglob(pattern)]

    @property
    def token(self):
        """The token of the device; None for none."""
        return next(iter(self.files("*.token")), None)

    @property
    def is_queued(self):
        """Whether a sign-out waits."""
        return bool(self.files("sign-outs"))


class Command:
    """A command, the events of a change that is done, and what else must be true of it."""

    def __init__(self, *words, events=(), repeated=None, check=None):
        self.words = words
        self.events = sorted(events)
        # The event of a request that was sent again, since the service gives it other secrets.
        self.repeated = repeated
        # Is called with the answer, the former truth, the truth, and whether the change was made.
        self.check = check or (lambda answer, before, after, happened: None)


class Figures:
    """What was seen in all runs."""

    def __init__(self):
        self.counts = Counter()
        self.statuses = Counter()
        self.longest = (0.0, "none")
        self.over = 0.0
        self.failures = []

    def note(self, answer, limit):
        """Notes how a command ended."""
        self.statuses[answer.status] += 1
        self.over = max(self.over, answer.seconds - limit)
        # A figure and no verdict, because it depends on the speed of this machine.
        self.counts["a second longer than MONIKER_TIMEOUT"] += answer.seconds > limit + 1
        self.longest = max(self.longest, (answer.seconds, f"{' '.join(answer.words[:2])}, limit {limit} s"))


class Lane:
    """A service and homes, for one command after another."""

    def __init__(self, programs, network, choose, figures):
        self.programs = programs
        self.network = network
        self.choose = choose
        self.figures = figures
        self.service = network.make_service(programs)
        self.homes = []
        # The files with the recovery keys of accounts, by their IDs.
        self.keys = {}
        self.count = 0
        self.told = ""
        self.restarting = None
        self.processes = []

    async def open(self):
        """Starts the service, and the network before it."""
        await self.network.open()
        await self.service.start()
        await self.network.begin(self.service)

    async def close(self):
        """Ends all that runs."""
        if self.restarting:
            self.restarting.cancel()
            await asyncio.gather(self.restarting, return_exceptions=True)
        for process in self.processes:
            if process.returncode is None:
                process.kill()
                await process.wait()
        await self.service.kill()
        await self.network.close()

    def new_name(self):
        """A nickname, or another text, that was not used before."""
        self.count += 1
        letters = []
        number = self.count
        while number:
            number, digit = divmod(number, 20)
            letters.append("bcdfghjklmnpqrstvwxz"[digit])
        return "na" + "a".join(letters) + "a"

    def new_home(self):
        """A home in which nothing is, in place of the oldest one."""
        self.homes = [*self.homes, Home(self.network.folder / f"home{len(self.keys)}-{self.count}")][-4:]
        self.count += 1
        return self.homes[-1]

    # MARK: Commands

    async def ask(self, home, *words, limit=30):
        """Runs a command to its end."""
        begin = time.monotonic()
        process = await asyncio.create_subprocess_exec(
            *(*self.network.command, f"{self.programs}/moniker", *words, "--json"),
            cwd=home.folder,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(home.folder),
                "MONIKER_STORE": self.network.address,
                "MONIKER_TIMEOUT": f"{limit}s",
            },
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        self.processes.append(process)
        try:
            # The limit only finds what hangs: how fast this machine is does not decide.
            output, notes = await asyncio.wait_for(process.communicate(), limit * 3 + 20)
        except asyncio.TimeoutError:
            process.kill()
            await process.wait()
            raise Failure(f"moniker {' '.join(words)} does not end, with a limit of {limit} s.") from None
        finally:
            if process.returncode is not None:
                self.processes.remove(process)
        seconds = time.monotonic() - begin
        return Answer(words, process.returncode, output.decode(), notes.decode(), seconds)

    def command(self, home, truth):
        """A command that makes sense in a home."""
        choose = self.choose
        device = truth.device(home.token)
        session = truth.active_session(device)
        here = truth.signed_in(device)
        names = {account: truth.accounts[account]["nickname"] for account in here}
        elsewhere = [account for account in self.keys if account not in here]
        kinds = [self.sign_up, self.whoami]
        if elsewhere:
            kinds += [self.sign_in] * 3
        if session and "endedAt" not in session:
            own = session["account"]
            kinds += [self.rename, self.logout, self.edit, self.make_token, self.read, self.end_others] * 2
            kinds += [self.switch] * 2 if len(here) > 1 else []
            kinds += [self.replace_key] * 3 if own in self.keys else []
        else:
            own = None
            kinds += [self.sign_up] * 2
        return choose.choice(kinds)(truth, device, own, names, elsewhere)

    def sign_up(self, truth, device, own, names, elsewhere):
        name = self.new_name()
        path = self.network.folder / f"{name}.key"

        def check(answer, before, after, happened):
            account = after.account(name)
            # A file that is there is not written again: what it holds may be void.
            if shown := SHOWN.search(answer.notes):
                told = path.exists() and "holds another one" in answer.notes
                expect(told, "The recovery key is shown, and it is not said that the file has another.")
                path.write_text(shown[1])
                self.figures.counts["recovery keys shown in place of those in files"] += 1
            if answer.status == DONE:
                expect(path.exists(), "The recovery key of an acknowledged account is lost.")
            if path.exists() and VOID not in answer.notes:
                expect(path.stat().st_mode & 0o777 == 0o600, f"{path.name} can be read by others.")
                wanted = digest(path.read_text().strip())
                expect(account and account["recoveryKey"] == wanted, "The recovery key is another one.")
                self.keys[account["id"]] = path

        events = [("accountAdded", name), ("signedIn", name)]
        words = ("login", name, "--recovery-key-file", str(path))
        return Command(*words, events=events, repeated=("recoveryKeyReplaced", name), check=check)

    def sign_in(self, truth, device, own, names, elsewhere):
        account = self.choose.choice(elsewhere)
        name = truth.accounts[account]["nickname"]
        words = ("login", name, "--recovery-key-file", str(self.keys[account]))
        return Command(*words, events=[("signedIn", name)])

    def whoami(self, truth, device, own, names, elsewhere):
        def check(answer, before, after, happened):
            failed = answer.status in (UNREACHABLE, BUSY)
            expect(failed or self.is_true(answer, after, device), "It is wrong.")

        return Command("whoami", check=check)

    def rename(self, truth, device, own, names, elsewhere):
        name = self.new_name()
        return Command("rename", name, events=[("renamed", name)])

    def logout(self, truth, device, own, names, elsewhere):
        return Command("logout", events=[("signedOut", names[own])])

    def switch(self, truth, device, own, names, elsewhere):
        name = self.choose.choice([names[account] for account in names if account != own])
        return Command("switch", name, events=[("switched", name)])

    def edit(self, truth, device, own, names, elsewhere):
        title = self.new_name()

        def check(answer, before, after, happened):
            kept = after.profiles.get(own, {}).get("title")
            expect((kept == title) == happened, f"The title is {kept}.")

        events = [("profileChanged", names[own])]
        return Command("profile", "edit", "--title", title, events=events, check=check)

    def make_token(self, truth, device, own, names, elsewhere):
        return Command("token", "make", "--label", self.new_name())

    def replace_key(self, truth, device, own, names, elsewhere):
        path = self.network.folder / f"{self.new_name()}.key"
        words = ("recovery-key", "--recovery-key-file", str(self.keys[own]), "--new-key-file", str(path))

        def check(answer, before, after, happened):
            if answer.status == DONE:
                self.expect_key(path, after.accounts[own])

        return Command(*words, repeated=("recoveryKeyReplaced", names[own]), check=check)

    def expect_key(self, path, account):
        """Expects that a file has the recovery key of an account, and keeps the file."""
        expect(path.exists(), "The recovery key of an acknowledged replacement is lost.")
        expect(path.stat().st_mode & 0o777 == 0o600, f"{path.name} can be read by others.")
        wanted = digest(path.read_text().strip())
        expect(account["recoveryKey"] == wanted, f"The recovery key in {path.name} is another one.")
        self.keys[account["id"]] = path

    def end_others(self, truth, device, own, names, elsewhere):
        ending = [
            ("revoked", truth.nickname(row))
            for row in truth.open_sessions(accounts=set(names))
            if not (row["account"] == own and row["device"] == device)
        ]
        return Command("sessions", "end", "--others", events=ending)

    def read(self, truth, device, own, names, elsewhere):
        def accounts(document):
            return {row["accountID"] for row in document["accounts"] if row["signedIn"]}, set(names)

        def history(document):
            told = {row["sequence"] for row in document["events"]}
            return told, {row["sequence"] for row in truth.events if row["account"] in names}

        def devices(document):
            told = {row["deviceID"] for row in document["devices"]}
            return told, {row["device"] for row in truth.open_sessions(accounts=set(names))}

        def sessions(document):
            told = {row["sessionID"] for row in document["sessions"] if not row["endedAt"]}
            return told, {row["id"] for row in truth.open_sessions(accounts=set(names))}

        words, pair = self.choose.choice(
            (
                (("accounts",), accounts),
                (("history", "--limit", "1000"), history),
                (("devices",), devices),
                (("sessions",), sessions),
            )
        )

        def check(answer, before, after, happened):
            if answer.status == DONE:
                told, wanted = pair(answer.document())
                expect(told == wanted, f"It has told {told} in place of {wanted}.")

        return Command(*words, check=check)

    def is_true(self, answer, truth, device):
        """Whether an answer of whoami is what the service holds."""
        session = truth.active_session(device)
        if not session:
            return answer.status == NOT_SIGNED_IN
        if "endedAt" in session:
            return answer.status == ENDED
        return answer.status == DONE and answer.document()["nickname"] == truth.nickname(session)

    # MARK: Faults

    def begin(self, fault):
        """Lets something fail from now on, and says what."""
        network, choose = self.network, self.choose
        most = PACKETS if network.command else PARTS
        count = choose.randrange(1, most)
        if fault == "lost":
            network.lose(LOSS)
            return f"{LOSS:.0%} lost"
        if fault == "delayed":
            network.delay(DELAY)
            return f"{DELAY:.1f} s late"
        if fault in ("cut", "late", "shut"):
            cut = (Cut.chosen if fault == "cut" else Cut.late)(choose, network.handshake)
            text = str(cut)
            network.cut(cut)
            if fault == "shut":
                # The tool gets one answer, or two, and then none.
                network.fault.turns = network.turns + choose.choice((1, 1, 2))
                text += f", and all is shut after {network.fault.turns} turns"
            return text
        if fault == "gone":
            network.trigger.set(count, self.vanish)
            return f"the network is gone after {count} packets"
        before, pause = choose.choice((0, 0, 0.005, 0.02, 0.05)), choose.choice((0, 0.2, 1, 3))

        def kill():
            self.restarting = asyncio.create_task(self.restart(before, pause))

        network.trigger.set(count, kill)
        return f"the server is killed {before} s after {count} packets, and started {pause} s later"

    def vanish(self):
        """Lets nothing through any more."""
        self.network.fault.is_gone = True
        self.figures.counts["networks gone"] += 1

    async def restart(self, before, pause):
        """Kills the server and starts it again."""
        await asyncio.sleep(before)
        await self.service.kill()
        self.figures.counts["servers killed"] += 1
        await asyncio.sleep(pause)
        await self.service.start()

    async def end_fault(self):
        """Lets everything work again, and waits until nothing of the command is under way."""
        self.network.heal()
        if self.restarting:
            await asyncio.wait_for(self.restarting, HANG)
            self.restarting = None
        await self.network.settled()

    # MARK: Runs

    async def run(self):
        """Runs a command while something fails, and compares its answer with what the service holds."""
        self.told = ""
        choose = self.choose
        home = self.new_home() if not self.homes or choose.random() < 0.2 else choose.choice(self.homes)
        before = await self.truth()
        former = home.token
        command = self.command(home, before)
        answer = await self.disturb(home, command.words)
        after = await self.truth()
        happened = self.judge(command, answer, home, former, before, after)
        if home.is_queued:
            self.figures.counts["sign-outs queued"] += 1
            expect(answer.status == DONE and QUEUED in answer.notes, "A sign-out waits, but it is not said.")
            if choose.random() < 0.5:
                # It is sent while something fails, perhaps again.
                await self.disturb(home, ["whoami"])
        await self.follow(command, answer, home, before, after, happened)

    async def disturb(self, home, words):
        """Runs a command while something fails."""
        fault = self.choose.choice(FAULTS)
        limit = self.choose.choice(TIMEOUTS)
        self.figures.counts[fault] += 1
        self.told += f"\n  fault: {self.begin(fault)}, MONIKER_TIMEOUT={limit}s, in {home.folder.name}"
        try:
            answer = await self.ask(home, *words, limit=limit)
        finally:
            await self.end_fault()
        self.told += f"\n  {answer}"
        self.figures.note(answer, limit)
        allowed = (DONE, UNREACHABLE, BUSY, *((NOT_SIGNED_IN, ENDED) if words[0] == "whoami" else ()))
        expect(answer.status in allowed, f"Its exit status is {answer.status}.")
        if answer.status == UNREACHABLE:
            said = TRIED.search(answer.notes) or DOUBT.search(answer.notes)
            said = said and self.network.address in answer.notes
            expect(said, "It does not say what was tried, and how long.")
        return answer

    async def truth(self):
        """What the service holds."""
        truth = await Truth.read(self.programs, self.service.folder / "store")
        truth.examine()
        return truth

    def count_change(self, answer, happened):
        """Counts a change that was made, or was not."""
        made = "made" if happened else "not made"
        self.figures.counts[f"changes {made} with exit status {answer.status}"] += 1

    def judge(self, command, answer, home, former, before, after):
        """Expects that a command was done once or not at all; returns whether it was done.

        former is the token that the home had before.
        """
        seen = after.since(before)
        once = [event for event in seen if event != command.repeated]
        expect(once in ([], command.events), f"In place of {command.events} happened {seen}.")
        happened = bool(once)
        if command.events:
            self.count_change(answer, happened)
        if answer.status == DONE and command.events and not happened:
            expect(home.is_queued, f"{command.events} is acknowledged, and lost.")
        if happened and answer.status == UNREACHABLE:
            expect(DOUBT.search(answer.notes), "It is done, but the error does not tell that it may be.")
        command.check(answer, before, after, happened)
        # A token of which a former command has said that it may be void stays until a sign-in reaches the service.
        if former and home.token == former and not before.device(former):
            self.figures.counts["void tokens that were left"] += 1
        elif home.token and VOID not in answer.notes:
            expect(after.device(home.token), "The token of the device proves nothing any more.")
        return happened

    async def follow(self, command, answer, home, before, after, happened):
        """Expects that the next command knows what the service holds, and sends what was queued."""
        queued = home.is_queued
        told = await self.ask(home, "whoami")
        await self.network.settled()
        now = await self.truth()
        expect(not home.is_queued, f"The queued sign-out is not sent: {told}")
        seen = [event for event in now.since(before) if event != command.repeated]
        wanted = command.events if happened or answer.status == DONE else []
        expect(seen == wanted, f"After the next command in place of {wanted}: {seen}")
        if queued:
            self.figures.counts["queued sign-outs sent"] += 1
        expect(self.is_true(told, now, now.device(home.token)), f"The next command is wrong: {told}")
        if command.words[:2] == ("token", "make"):
            await self.follow_token(command.words[-1], answer, home)
        if command.words[0] == "recovery-key":
            await self.follow_key(command, answer, home, before, now)
        if command.words[0] == "login" and command.repeated and answer.status != DONE:
            await self.follow_sign_up(command, answer, home, before)

    async def follow_token(self, label, answer, home):
        """Expects an identity token once, or not at all if it was not acknowledged."""
        listed = (await self.ask(home, "token")).document()["identityTokens"]
        made = [row["identityTokenID"] for row in listed if row["label"] == label]
        self.count_change(answer, bool(made))
        if answer.status == DONE:
            expect(made == [answer.document()["identityTokenID"]], f"The tokens of one command are {made}.")
        else:
            expect(len(made) <= 1, f"One command has made the tokens {made}.")
            expect(not made or DOUBT.search(answer.notes), "It is made, but the error does not tell that.")

    async def follow_key(self, command, answer, home, before, now):
        """Expects that the new key holds, or that the same replacement gives another one."""
        *_, present, _, shown = command.words
        (own,) = (account for account, path in self.keys.items() if str(path) in (present, shown))
        changed = before.accounts[own]["recoveryKey"] != now.accounts[own]["recoveryKey"]
        self.count_change(answer, changed)
        self.figures.counts["recovery keys replaced"] += changed
        if answer.status == DONE:
            self.expect_key(Path(shown), now.accounts[own])
            return
        expect(not changed or DOUBT.search(answer.notes), "The key is another one, but the error does not tell that.")
        # A key that was written down may be void, as the error says, and the former one may prove the next replacement.
        for proof in [path for path in (shown, present) if Path(path).exists()]:
            path = self.network.folder / f"{self.new_name()}.key"
            words = ("recovery-key", "--recovery-key-file", proof, "--new-key-file", str(path))
            again = await self.ask(home, *words)
            if again.status == DONE:
                break
        expect(again.status == DONE, f"The replacement cannot be completed: {again}")
        await self.network.settled()
        self.expect_key(path, (await self.truth()).accounts[own])
        self.figures.counts["replacements completed"] += 1

    async def follow_sign_up(self, command, answer, home, before):
        """Expects that the same sign-up completes one whose answer was lost, and gets the recovery key."""
        path = Path(command.words[-1])
        if path.exists() and VOID not in answer.notes:
            return
        again = await self.ask(home, *command.words)
        await self.network.settled()
        now = await self.truth()
        expect(again.status == DONE, f"The sign-up cannot be completed: {again}")
        seen = [event for event in now.since(before) if event != command.repeated]
        expect(seen == command.events, f"After the same sign-up in place of {command.events}: {seen}")
        command.check(again, before, now, True)
        self.figures.counts["sign-ups completed"] += 1
