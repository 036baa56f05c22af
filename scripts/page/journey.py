"""The way through all pages, in every manner in which a person can go it."""

import re

from playwright.async_api import expect as expect_page

from service import expect
from stage import prove
from visitor import HANG

KEY = re.compile(r"mnr-[0-9A-Z-]{20,}$")
CODE = re.compile(r"[A-Z0-9]{4}-[A-Z0-9]{4}$")


class Journey:
    """Two browsers of one person, and all that can be done with them."""

    def __init__(self, stage, **manner):
        self.stage = stage
        self.manner = manner
        self.nickname = stage.nickname()
        self.other = stage.nickname()
        self.first = self.second = self.key = None

    async def run(self):
        """Goes the way, and returns the names of the templates whose pages were seen."""
        granted = {"permissions": ["clipboard-read", "clipboard-write"]}
        self.first = await self.stage.visitor(options=granted, **self.manner)
        self.second = await self.stage.visitor(**self.manner)
        for step in (
            *(self.sign_up, self.keep_key, self.rename, self.add_account, self.link, self.deny, self.recover),
            *(self.renew_key, self.renew_key_by_link),
            *(self.sign_out_other, self.sessions, self.profile, self.conflict, self.photos, self.history),
            self.leave,
        ):
            await step()
        return self.first.reached | self.second.reached

    async def sign_up(self):
        first = self.first
        await first.open()
        await first.sees("Sign in")
        await first.arrived("sign-in")
        await first.choose("Stay signed in", "for 8 hours")
        await first.type("Nickname", "moniker")
        await first.press("Sign in", refused=422)
        await first.is_corrected("Nickname", "moniker", "reserved")
        expect(await first.value("Stay signed in") == "hours", "The choice of the time was lost.")
        await first.arrived("sign-in")
        await first.type("Nickname", self.nickname)
        await first.press("Sign in")
        await first.sees("Keep your recovery key")
        await first.arrived("key")

    async def keep_key(self):
        first, page = self.first, self.first.page
        self.key = await first.value("Recovery key")
        expect(KEY.match(self.key), f"The recovery key is {self.key}.")
        copy = page.get_by_role("button", name="Copy", exact=True)
        if first.is_scripted:
            await first.activate(copy)
            await expect_page(page.locator("#live")).to_have_text("The key is copied.", timeout=HANG)
            copied = await page.evaluate("navigator.clipboard.readText()")
            expect(copied == self.key, "Something else than the key was copied.")
        else:
            await expect_page(copy).to_be_hidden(timeout=HANG)
        async with page.expect_download(timeout=HANG) as download:
            await first.activate(page.get_by_role("button", name="Save as a file", exact=True))
        path = self.stage.folder / "key"
        await (await download.value).save_as(path)
        expect(self.key in path.read_text(), "The file is without the key.")
        # It stays, also if the page is loaded again or left, until it is kept.
        await first.page.reload()
        expect(await first.value("Recovery key") == self.key, "The page that is loaded again has another key.")
        await first.open("/")
        await first.sees("Keep your recovery key")
        await first.activate(page.get_by_role("button", name="Go on", exact=True))
        await first.sees("Keep your recovery key")
        await first.activate(page.get_by_role("checkbox"))
        await first.press("Go on")
        await first.sees(self.nickname)
        await first.arrived("home")

    async def rename(self):
        first = self.first
        await first.type("New nickname", "a" * 65)
        await first.press("Change it", refused=422)
        await first.is_corrected("New nickname", "a" * 65, "64")
        await first.arrived("home")
        self.nickname = self.stage.nickname()
        await first.type("New nickname", self.nickname)
        await first.press("Change it")
        await first.is_told("The nickname is changed.")
        await first.sees(self.nickname)

    async def add_account(self):
        first, other = self.first, self.other
        await first.turn_to("Accounts")
        await first.sees("Accounts")
        await first.arrived("accounts")
        await first.follow("Add an account")
        await first.sees("Add an account")
        await first.arrived("sign-in")
        await first.type("Nickname", other)
        await first.press("Sign in")
        await first.sees("Keep your recovery key")
        await first.activate(first.page.get_by_role("checkbox"))
        await first.press("Go on")
        await first.sees(other)
        await first.turn_to("Accounts")
        await first.arrived("accounts")
        await first.press(f"Switch to {self.nickname}")
        await first.is_told("The account is switched.")
        await first.sees(self.nickname)

    async def begin_link(self):
        """Shows a code in the second browser, and returns it."""
        second = self.second
        await second.open("/sign-in")
        await second.type("Nickname", self.nickname)
        await second.press("Sign in", refused=403)
        await second.sees("That nickname is taken")
        await second.arrived("proof")
        await second.press("Show a code")
        await second.sees("Type this code on your other device")
        await second.arrived("waiting")
        code = (await second.reads(".code")).strip()
        expect(CODE.match(code), f"The code is {code}.")
        where = await second.reads("main .lead")
        expect(f"Open {second.base}/link on" in where, f"The code is to be typed elsewhere: {where}")
        return code

    async def look_up(self, code):
        """Types the code in the first browser."""
        await self.first.turn_to("Home")
        await self.first.type("Code of the other device", code)
        await self.first.press("Look it up")
        await self.first.arrived("link")
        expect("Chrome on Linux" in await self.first.reads("main dl"), "The device has no label.")
        expect("127.0.0.1" in await self.first.reads("main dl"), "The device has no address.")

    async def link(self):
        first, second = self.first, self.second
        code = await self.begin_link()
        await first.type("Code of the other device", "WRONG")
        await first.press("Look it up", refused=422)
        await first.is_corrected("Code of the other device", "WRONG", "code")
        await first.arrived("link")
        await self.look_up(code)
        choice = first.page.get_by_role("radio", name=self.nickname, exact=True)
        another = first.page.get_by_role("radio", name=self.other, exact=True)
        await expect_page(choice).to_be_checked(timeout=HANG)
        if first.by_keyboard:
            await first.reach(choice)
            await first.page.keyboard.press("ArrowDown")
        else:
            await another.check(timeout=HANG)
        await expect_page(another).to_be_checked(timeout=HANG)
        await first.press("Approve")
        await first.is_told("The other device is approved.")
        if not second.is_scripted:
            # The browser loads the page again by itself.
            await second.sees("You are let in")
            await second.arrived("waiting")
            await second.press("Go on")
        await second.sees(self.other)
        await second.is_told("You are signed in.")
        await second.arrived("home")

    async def deny(self):
        first, second = self.first, self.second
        await second.press("Sign out")
        await second.is_told("You are signed out.")
        code = await self.begin_link()
        await self.look_up(code)
        await first.press("Deny")
        await first.is_told("The other device is denied.")
        await second.sees("You are not let in")
        await second.arrived("waiting")
        await second.follow("Sign in in another way")
        await second.sees("Sign in")

    async def recover(self):
        second = self.second
        await second.type("Nickname", self.nickname)
        await second.press("Sign in", refused=403)
        await second.type("Recovery key", "mnr-wrong")
        await second.press("Sign in", refused=422)
        await second.is_corrected("Recovery key", None, "recovery key")
        await second.arrived("proof")
        # One that could be a key, but is not this one.
        await second.type("Recovery key", self.key[:-1] + ("A" if self.key[-1] != "A" else "B"))
        await second.press("Sign in", refused=await self.status_of_wrong_key())
        await second.is_corrected("Recovery key", None, "")
        await second.type("Recovery key", self.key)
        await second.press("Sign in")
        await second.is_told("You are signed in.")
        await second.sees(self.nickname)

    async def status_of_wrong_key(self):
        """The status of the answer to a key with another last letter, as the API says it."""
        key = self.key[:-1] + ("A" if self.key[-1] != "A" else "B")
        body = {"nickname": self.nickname, "proof": {"recoveryKey": key}}
        return (await self.stage.ask("POST", "/v1/sessions", body=body)).status

    async def renew_key(self):
        first, page = self.first, self.first.page
        await first.turn_to("Home")
        await first.follow("Recovery key")
        await first.sees("Recovery key")
        await first.arrived("recovery-key")
        await first.type("Present recovery key", "mnr-wrong")
        await first.press("Replace it", refused=422)
        await first.is_corrected("Present recovery key", None, "recovery key")
        await first.arrived("recovery-key")
        old = self.key
        await first.type("Present recovery key", old)
        await first.press("Replace it")
        await self.take_key()
        await first.follow("Recovery key")
        await first.type("Present recovery key", old)
        await first.press("Replace it", refused=403)
        await first.is_corrected("Present recovery key", None, "another one")
        expect(self.key not in await page.content(), "The page of the recovery key shows it again.")

    async def take_key(self):
        """Takes the new key that the first browser shows."""
        first = self.first
        await first.sees("Keep your recovery key")
        old, self.key = self.key, await first.value("Recovery key")
        expect(KEY.match(self.key) and self.key != old, f"The new recovery key is {self.key}.")
        await first.arrived("key")
        await first.activate(first.page.get_by_role("checkbox"))
        await first.press("Go on")
        await first.sees(self.nickname)

    async def renew_key_by_link(self):
        first, second = self.first, self.second
        await first.press("Show a code")
        await first.sees("Type this code on your other device")
        await first.arrived("waiting")
        code = (await first.reads(".code")).strip()
        await second.turn_to("Home")
        await second.type("Code of the other device", code)
        await second.press("Look it up")
        await second.sees("Let another device replace the recovery key?")
        await second.arrived("link")
        await second.press("Approve", refused=403)
        await second.sees("That is not allowed")
        expect("on both devices for 24 hours" in await second.reads("main"), "The page does not say why.")
        self.stage.age_sessions(self.nickname)
        await second.turn_to("Home")
        await second.type("Code of the other device", code)
        await second.press("Look it up")
        await second.press("Approve")
        await second.is_told("The other device is approved.")
        if not first.is_scripted:
            await first.sees("You get a new recovery key")
            await first.arrived("waiting")
            await first.press("Go on")
        await self.take_key()

    async def sign_out_other(self):
        first = self.first
        await first.turn_to("Accounts")
        await first.press(f"Sign out {self.other}")
        await first.is_told("You are signed out.")
        await first.arrived("accounts")

    async def sessions(self):
        first, second = self.first, self.second
        await first.turn_to("Sessions")
        await first.sees("Sessions")
        await first.arrived("sessions")
        entry = "main .entry:not(.current)"
        await expect_page(first.page.locator(entry)).to_have_count(1, timeout=HANG)
        await first.follow(f"Chrome on Linux of {self.nickname}, since ", entry, exact=False)
        await first.sees(f"A session of {self.nickname}")
        await first.arrived("session")
        await first.press("End it")
        await first.is_told("The session is ended.")
        if not second.is_scripted:
            await second.open()
        await second.sees("Sign in")
        await second.arrived("sign-in")
        await expect_page(second.page.locator("main .warning")).to_contain_text("ended", timeout=HANG)
        await first.follow("Show those that have ended")
        await first.arrived("sessions")
        await prove(second, self.nickname, self.key)
        await first.turn_to("Sessions")
        await first.press("End all but this one")
        await first.is_told("The other sessions are ended.")
        if not second.is_scripted:
            await second.open()
        await second.sees("Sign in")

    async def profile(self):
        first = self.first
        await first.turn_to("Profile")
        await first.sees("Profile")
        await first.arrived("profile")
        await first.type("Title", "t" * 101)
        await first.type("Description", "Kept\nas typed")
        await first.press("Save", refused=422)
        await first.is_corrected("Title", "t" * 101, "100")
        expect(await first.value("Description") == "Kept\nas typed", "The description was lost.")
        await first.arrived("profile")
        await first.type("Title", "A title")
        await first.type("Description", "d" * 2_001)
        await first.press("Save", refused=422)
        await first.is_corrected("Description", "d" * 2_001, "2000")
        await first.type("Description", "Kept\nas typed")
        await first.press("Save")
        await first.is_told("The profile is saved.")
        expect(await first.value("Title") == "A title", "The title was not saved.")

    async def conflict(self):
        first, stage = self.first, self.stage
        token, _ = await stage.sign_in(self.nickname, self.key)
        await first.type("Title", "Typed here")
        await stage.save_profile(token, "Saved elsewhere", "So it is")
        await first.press("Save", refused=409)
        await expect_page(first.page.locator("main .warning")).to_be_focused(timeout=HANG)
        stored = await first.reads("section dl")
        expect("Saved elsewhere" in stored and "So it is" in stored, f"As stored it shows {stored}.")
        expect(await first.value("Title") == "Typed here", "What was typed is lost.")
        kept = await stage.get("/v1/profile", token)
        expect(kept["title"] == "Saved elsewhere", f"The conflict has overwritten it: {kept}.")
        await first.arrived("profile")
        await first.press("Save")
        await first.is_told("The profile is saved.")
        kept = await stage.get("/v1/profile", token)
        expect(kept["title"] == "Typed here", f"After the conflict the profile is {kept}.")
        await stage.ask("DELETE", "/v1/session", token)

    async def photos(self):
        first, page = self.first, self.first.page
        await first.turn_to("Photos")
        await first.sees("Photos")
        await first.arrived("photos")
        await first.press("One more")
        await first.press("One less")
        await first.press("One less")
        expect("9" in await first.reads("main output"), "The buttons do not change the number.")
        await first.press("Fetch")
        shown = page.locator("[data-photos] li")
        await expect_page(shown).to_have_count(9, timeout=HANG)
        await first.arrived("photos")
        await first.activate(page.get_by_role("link", name="Photo 3", exact=True))
        await expect_page(shown.nth(2)).to_be_in_viewport(ratio=0.9, timeout=HANG)
        if first.is_scripted:
            await expect_page(page.locator("[data-page]")).to_have_text("3 of 9", timeout=HANG)
        photo = shown.nth(2).get_by_role("link").first
        text = await photo.locator("img").get_attribute("alt")
        await first.activate(photo)
        await first.sees(text)
        await first.arrived("photo")
        await first.press("Make it my picture")
        await first.is_told("The photo is your picture now.")
        picture = page.locator("main figure img")
        expect(await picture.get_attribute("alt") == text, "The profile has another picture.")
        await picture.scroll_into_view_if_needed(timeout=HANG)
        if first.is_scripted:
            drawn = await picture.evaluate("image => image.decode().then(() => image.naturalWidth)")
            expect(drawn > 0, "The picture is not drawn.")
        await first.arrived("profile")
        await first.activate(page.get_by_label("Without the picture"))
        await first.press("Save")
        await first.is_told("The profile is saved.")
        await expect_page(picture).to_have_count(0, timeout=HANG)
        await first.open("/photos?count=0&fetch=0")
        expect("There are no photos." in await first.reads("main"), "No photos are not shown as none.")
        await first.arrived("photos")
        await first.open("/photos?count=31", refused=422)
        await expect_page(page.get_by_role("alert")).to_contain_text("30", timeout=HANG)
        await first.arrived("photos")

    async def history(self):
        first = self.first
        await first.turn_to("History")
        await first.sees("History")
        await first.arrived("history")
        expect(self.nickname in await first.reads("main .events"), "The history is without the nickname.")

    async def leave(self):
        first = self.first
        await first.turn_to("Home")
        await first.press("Sign out")
        await first.is_told("You are signed out.")
        await first.sees("Sign in")
        await first.arrived("sign-in")


async def pointer(stage):
    """Goes the way with a pointer; looks at each page at 320 px, and searches it with axe, light and dark."""
    reached = await Journey(stage, is_narrowed=True, axe=stage.axe).run()
    # The page of a problem is looked at in the checks of problems.
    parts = {"frame", "notice", "sent", "sentence", "stamp", "which", "problem"}
    folder = stage.root / "Sources/App/Server/Pages/Templates"
    wanted = {path.stem for path in folder.iterdir()} - parts
    expect(reached >= wanted, f"The way does not lead to {sorted(wanted - reached)}.")
    return f"{len(wanted)} pages; axe finds nothing, light and dark, and at 320 px none scrolls sideways"


async def keyboard(stage):
    """Goes the way with the keyboard alone."""
    await Journey(stage, by_keyboard=True).run()
    return "all pages with the keyboard alone"


async def scriptless(stage):
    """Goes the way without script."""
    await Journey(stage, is_scripted=False, is_narrowed=True).run()
    return "all pages without script; at 320 px none scrolls sideways"
