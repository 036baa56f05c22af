"""What open pages show of changes that are made elsewhere, without being loaded again."""

import asyncio
import time

from playwright.async_api import expect as expect_page

from service import UNLIMITED, expect
from stage import enter
from visitor import HANG, titled


async def open_tabs(stage, count, path="/"):
    """Signs up and opens pages in tabs of one browser; returns the visitor, its tabs, nickname and key."""
    visitor = await stage.visitor()
    nickname, key = await enter(visitor, stage)
    tabs = [visitor.page]
    for _ in range(count - 1):
        tabs.append(await visitor.open_tab())
    for tab in tabs:
        visitor.page = tab
        await visitor.open(path)
        await visitor.mark()
    return visitor, tabs, nickname, key


async def as_typed(stage):
    """Expects that a nickname is judged while it is typed."""
    visitor = await stage.visitor()
    held = stage.nickname()
    await stage.sign_in(held)
    await visitor.open()
    hint = visitor.page.locator("[data-check-result]")
    usual = await hint.inner_text()
    await visitor.mark()
    for typed, said in (
        (stage.nickname(), "This nickname is free."),
        (held.upper(), "another account"),
        ("n0body", "reserved"),
        ("a\N{ZERO WIDTH SPACE}b", "Try"),
        (" ｍina" + held, "It is written “\N{FIRST STRONG ISOLATE}mina" + held),
        ("", usual),
    ):
        await visitor.type("Nickname", typed)
        await expect_page(hint).to_contain_text(said, timeout=HANG)
    await visitor.is_marked()
    return "a nickname is judged while it is typed"


async def tabs(stage):
    """Changes something in one tab, and expects it in another one, which keeps what is half typed."""
    visitor, (first, second), _, _ = await open_tabs(stage, 2)
    code = second.get_by_label("Code of the other device")
    await code.fill("HALF-TYP")
    await code.press("ArrowLeft")
    visitor.page = first
    renamed = stage.nickname()
    await visitor.type("New nickname", renamed)
    await visitor.press("Change it")
    await visitor.is_told("The nickname is changed.")
    visitor.page = second
    await visitor.sees(renamed)
    await expect_page(second).to_have_title(titled(renamed), timeout=HANG)
    await expect_page(code).to_have_value("HALF-TYP", timeout=HANG)
    await expect_page(code).to_be_focused(timeout=HANG)
    caret = await code.evaluate("field => field.selectionStart")
    expect(caret == 7, f"The caret is at {caret} in place of 7.")
    await visitor.is_marked()
    # The first tab has said what happened, and still does.
    visitor.page = first
    await visitor.is_told("The nickname is changed.")
    await visitor.press("Sign out")
    await visitor.is_told("You are signed out.")
    visitor.page = second
    await visitor.sees("Sign in")
    await visitor.is_marked()
    return "what one tab changes is in the other at once"


async def ended(stage):
    """Ends sessions by the API and by the operator's command, and expects that their pages are left."""
    visitor, pages, nickname, key = await open_tabs(stage, 2)
    # Text that is half typed keeps no page of a session that has ended.
    await pages[1].get_by_label("Code of the other device").fill("HALF")
    token, _ = await stage.sign_in(nickname, key)
    sessions = (await stage.get("/v1/sessions", token))["sessions"]
    (other,) = [row for row in sessions if not row["active"] or row["sessionID"] != await own(stage, token)]
    begin = time.monotonic()
    answer = await stage.ask("DELETE", f"/v1/sessions/{other['sessionID']}", token)
    expect(answer.status in (200, 204), f"The session was not ended: {answer}.")
    for page in pages:
        visitor.page = page
        await visitor.sees("Sign in")
        if page is pages[0]:
            seconds = time.monotonic() - begin
        await expect_page(page.locator("main .warning")).to_contain_text("ended", timeout=HANG)
        expect(nickname not in await visitor.reads("header"), "The header still names who was signed in.")
        await visitor.is_marked()
    other, _, nickname, key = await open_tabs(stage, 1, "/profile")
    await stage.operate("accounts", "suspend", nickname)
    await other.sees("Sign in")
    await other.is_marked()
    await other.type("Nickname", nickname)
    await other.press("Sign in", refused=403)
    await other.type("Recovery key", key)
    await other.press("Sign in", refused=403)
    await other.is_corrected("Nickname", nickname, "suspended")
    spent = f"{seconds * 1000:.0f} ms"
    return f"a session that is ended elsewhere leaves its pages (after {spent}; the goal is 1000)"


async def own(stage, token):
    """The ID of the session of a token."""
    return (await stage.get("/v1/session", token))["sessionID"]


async def switched(stage):
    """Switches the account in one tab, and expects that another tab changes nothing of the wrong one."""
    for is_scripted in (True, False):
        visitor = await stage.visitor(is_scripted=is_scripted)
        first, _ = await enter(visitor, stage)
        second, key = await enter(visitor, stage)
        token, _ = await stage.sign_in(second, key)
        await stage.save_profile(token, "Of the second", "")
        editing = visitor.page
        await visitor.open("/profile")
        await visitor.type("Title", "Meant for the second")
        await visitor.open_tab()
        await visitor.open("/accounts")
        await visitor.press(f"Switch to {first}")
        await visitor.is_told("The account is switched.")
        visitor.page = editing
        if is_scripted:
            live = editing.locator("#live")
            await expect_page(live).to_contain_text("Another account is active now", timeout=HANG)
        expect(await visitor.value("Title") == "Meant for the second", "What was typed is lost.")
        await visitor.press("Save", refused=409)
        await visitor.sees("Another account is active now")
        await visitor.open("/profile")
        expect(await visitor.value("Title") == "", "The profile of the wrong account was changed.")
        title = (await stage.get("/v1/profile", token))["title"]
        expect(title == "Of the second", f"The profile has the title {title}.")
    return "a tab of an account that was switched changes nothing, and says so"


async def overtaken(stage):
    """Changes a profile elsewhere while it is edited, and expects both texts and no loss."""
    visitor, (page,), nickname, key = await open_tabs(stage, 1, "/profile")
    token, _ = await stage.sign_in(nickname, key)
    # All that is not typed follows.
    await stage.save_profile(token, "First", "From elsewhere")
    await expect_page(page.get_by_label("Title")).to_have_value("First", timeout=HANG)
    await visitor.type("Title", "Half typed")
    await stage.save_profile(token, "Second", "From elsewhere again")
    description = page.get_by_label("Description")
    await expect_page(description).to_have_value("From elsewhere again", timeout=HANG)
    await visitor.is_marked()
    await expect_page(page.get_by_label("Title")).to_have_value("Half typed", timeout=HANG)
    await visitor.press("Save", refused=409)
    await expect_page(page.locator("main .warning")).to_be_focused(timeout=HANG)
    expect("Second" in await visitor.reads("section dl"), "The other text is not shown.")
    stored = await stage.get("/v1/profile", token)
    expect(stored["title"] == "Second", f"The profile was overwritten: {stored}.")
    return "a text that was changed elsewhere while it is edited is not overwritten"


async def late(stage):
    """Holds a page that loads itself again until a form was answered, and expects the answer to stay."""
    visitor, (page,), nickname, key = await open_tabs(stage, 1, "/profile")
    token, _ = await stage.sign_in(nickname, key)
    await visitor.sees("Profile")
    begun, answered = asyncio.Event(), asyncio.Event()

    async def hold(route):
        if "moniker-reload" in route.request.headers:
            begun.set()
            await asyncio.wait_for(answered.wait(), HANG / 1000)
        await route.continue_()

    await page.route("**/profile", hold)
    await visitor.type("Title", "Half typed")
    await stage.save_profile(token, "Saved elsewhere", "")
    await asyncio.wait_for(begun.wait(), HANG / 1000)
    await visitor.press("Save", refused=409)
    warning = page.locator("main .warning")
    await expect_page(warning).to_be_focused(timeout=HANG)
    async with page.expect_event("requestfinished", timeout=HANG):
        answered.set()
    # What the script does with it is done by then.
    await page.evaluate("new Promise((done) => setTimeout(done, 200))")
    await expect_page(warning).to_be_focused(timeout=HANG)
    expect(await visitor.value("Title") == "Half typed", "What was typed is lost.")
    await page.unroute("**/profile")
    return "a page that was loaded too late does not replace the answer to a form"


async def waiting(stage):
    """Expects that a page whose service is away goes on when it is back."""
    service = await stage.start(*UNLIMITED)
    visitor = await stage.visitor(service=service)
    nickname, _ = await enter(visitor, stage)
    await visitor.mark()
    # What the browser says of a service that is away is no complaint about a page.
    said = len(visitor.complaints)
    await service.kill()
    await visitor.activate(visitor.page.get_by_role("button", name="Sign out"))
    live = visitor.page.locator("#live")
    await expect_page(live).to_have_text("The service did not answer. Try again.", timeout=HANG)
    await visitor.sees(nickname)
    await service.start()
    # It answers again, although there is nothing new to show.
    await expect_page(live).to_have_text("", timeout=HANG)
    await visitor.press("Sign out")
    await visitor.is_told("You are signed out.")
    await visitor.is_marked()
    del visitor.complaints[said:]
    return "a page outlives a restart of its service"
