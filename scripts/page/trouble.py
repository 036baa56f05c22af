"""Pages of refusals and failures, and what the pages cost."""

import sqlite3
from datetime import datetime, timedelta

from playwright.async_api import expect as expect_page

from pair import WRONG_CODES
from service import UNLIMITED, expect
from stage import enter
from visitor import HANG


async def looked_at(stage, **more):
    """A visitor who looks at each page in every way."""
    return await stage.visitor(axe=stage.axe, is_narrowed=True, **more)


async def missing(stage):
    """Opens what is not there."""
    visitor = await looked_at(stage)
    await enter(visitor, stage)
    for path in ("/nothing", "/sessions/nothing", "/photos/nothing!"):
        await visitor.open(path, refused=404)
        await visitor.sees("There is nothing here")
        await visitor.arrived("problem")
        await visitor.activate(visitor.page.locator("main a").first)
        await expect_page(visitor.page).not_to_have_title("There is nothing here · Moniker", timeout=HANG)
    scriptless = await stage.visitor(is_scripted=False)
    await scriptless.open("/nothing", refused=404)
    await scriptless.sees("There is nothing here")
    return "the page of what is not there"


async def limited(stage):
    """Types too many wrong codes, and expects a page that counts down.

    They are counted for minutes: a limit that lets the next request through after some seconds would not be one on a
    slow machine.
    """
    service = await stage.start(*UNLIMITED)
    for is_scripted in (True, False):
        looks = {"axe": stage.axe, "is_narrowed": True} if is_scripted else {}
        visitor = await stage.visitor(service=service, is_scripted=is_scripted, **looks)
        nickname, _ = await enter(visitor, stage)
        for number in range(WRONG_CODES + 1):
            await visitor.type("Code of the other device", f"BBBB-BB{'BCDFGHJKLMNPQRSTVWXZ'[number]}B")
            await visitor.press("Look it up", refused=422 if number < WRONG_CODES else 429)
        await visitor.sees("Please wait")
        if is_scripted:
            count = visitor.page.locator("[data-countdown]")
            begin = int(await count.get_attribute("data-countdown"))
            expect(begin > 0, f"The countdown begins with {begin}.")
            await visitor.arrived("problem")
            await expect_page(count).not_to_have_text(str(begin), timeout=HANG)
            expect(int(await count.inner_text()) < begin, "The countdown does not count down.")
        await visitor.follow("Go to the start")
        await visitor.sees(nickname)
    return "the page of too many requests counts down"


async def broken(stage):
    """Takes the store away, and expects a page that tries again, again and again."""
    service = await stage.start(*UNLIMITED)
    visitor = await stage.visitor(service=service)
    await enter(visitor, stage)
    # A page that follows changes would ask for them while the store is away.
    await visitor.page.goto("about:blank")
    store = next((service.folder / "store").rglob("*.sqlite"))
    aside = store.with_suffix(".aside")
    store.rename(aside)
    store.write_text("This is no store.")
    # The clock of the page stands, so that it tries again when it is told to.
    now = datetime.now()
    await visitor.page.clock.install(time=now)
    await visitor.page.clock.pause_at(now + timedelta(hours=1))
    await visitor.open("/profile", refused=503)
    await visitor.sees("Not available at the moment")
    shown = await visitor.reads("main")
    expect("sqlite" not in shown.lower() and str(store) not in shown, f"The page says too much: {shown}")
    await visitor.mark()
    count = visitor.page.locator("[data-countdown]")
    begin = int(await count.get_attribute("data-countdown"))
    visitor.refusals[503] += 1
    await visitor.page.clock.run_for((begin - 1) * 1000)
    await expect_page(count).to_have_text("1", timeout=HANG)
    async with visitor.page.expect_response(visitor.base + "/profile", timeout=HANG):
        await visitor.page.clock.run_for(1100)
    # It counts down to the next try.
    await expect_page(count).to_have_text(str(begin), timeout=HANG)
    store.unlink()
    aside.rename(store)
    async with visitor.leaving():
        # The try that has failed is followed by another one, some time after its answer.
        async with visitor.page.expect_response(visitor.base + "/profile", timeout=HANG):
            await visitor.page.clock.fast_forward(begin * 1000)
            await visitor.page.clock.resume()
    await visitor.sees("Profile")
    await visitor.is_marked()
    return "the page of a store that cannot be used tries again"


async def busy(stage):
    """Keeps the store busy, and expects that a form which cannot be done says so."""
    service = await stage.start(*UNLIMITED)
    visitor = await stage.visitor(service=service)
    nickname, _ = await enter(visitor, stage)
    store = next((service.folder / "store").rglob("*.sqlite"))
    holder = sqlite3.connect(store, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    await visitor.type("New nickname", stage.nickname())
    await visitor.press("Change it", refused=503)
    await visitor.sees("Not available at the moment")
    expect("Nothing was changed" in await visitor.reads("main"), "The page does not say what was done.")
    holder.execute("ROLLBACK")
    holder.close()
    await visitor.follow("Go to the start")
    await visitor.sees(nickname)
    return "the page of a store that is busy says that nothing was changed"


async def history(stage):
    """Leafs through a history."""
    visitor = await looked_at(stage)
    nickname, key = await enter(visitor, stage)
    token, _ = await stage.sign_in(nickname, key)
    names = [stage.nickname() for _ in range(60)]
    for name in names:
        answer = await stage.ask("PUT", "/v1/session/nickname", token, {"nickname": name})
        expect(answer.status == 200, f"The renaming was answered with {answer}.")
    await visitor.turn_to("History")
    await visitor.sees("History")
    events = visitor.page.locator("main .events li")
    await expect_page(events).to_have_count(50, timeout=HANG)
    await expect_page(events.first).to_contain_text(names[-1], timeout=HANG)
    await visitor.follow("Earlier events")
    await expect_page(events.last).to_contain_text(nickname, timeout=HANG)
    await visitor.arrived("history")
    seen = await events.count()
    # A new account, two sign-ins and the renamings, without the newest 50.
    expect(seen == 3 + 60 - 50, f"The second page has {seen} events.")
    await visitor.follow("Newest events")
    await expect_page(events).to_have_count(50, timeout=HANG)
    return "the history in pages"


async def scrolled(stage):
    """Scrolls the collection, and expects that the page control follows, as a count and as a dot."""
    visitor = await stage.visitor()
    await enter(visitor, stage)
    await visitor.open("/photos?fetch=5")
    strip, page = visitor.page.locator("[data-photos]"), visitor.page.locator("[data-page]")
    await expect_page(page).to_have_text("1 of 5", timeout=HANG)
    for place, said in ((1, "2 of 5"), (4, "5 of 5"), (0, "1 of 5")):
        await strip.evaluate(
            "(strip, place) => strip.scrollTo({ left: place * strip.clientWidth, behavior: 'instant' })", place
        )
        await expect_page(page).to_have_text(said, timeout=HANG)
        current = visitor.page.locator(".dots [aria-current]")
        await expect_page(current).to_have_attribute("aria-label", f"Photo {said[0]}", timeout=HANG)
    # With the arrows, as any region that scrolls.
    visitor.by_keyboard = True
    await visitor.reach(strip)
    await visitor.page.keyboard.press("ArrowRight")
    await expect_page(page).to_have_text("2 of 5", timeout=HANG)
    return "the page control follows the collection"


async def motion(stage):
    """Expects that nothing moves for those who want that."""
    for reduced, moves in (("no-preference", True), ("reduce", False)):
        visitor = await stage.visitor(options={"reduced_motion": reduced})
        nickname = stage.nickname()
        await stage.sign_in(nickname)
        await visitor.open()
        await visitor.type("Nickname", nickname)
        await visitor.press("Sign in", refused=403)
        await visitor.press("Show a code")
        await visitor.sees("Type this code on your other device")
        count = await visitor.page.evaluate("document.getAnimations().length")
        expect((count > 0) == moves, f"With {reduced} there are {count} animations.")
    return "nothing moves where less motion is preferred"


async def first_page(stage):
    """Expects at most 3 requests and 60 KB of the first page, and 1 request of the second."""
    visitor = await stage.visitor()
    await visitor.page.goto(visitor.base, wait_until="networkidle", timeout=HANG)
    visitor.finish()
    bytes_of = 0
    for request in visitor.requests:
        sizes = await request.sizes()
        bytes_of += sizes["responseBodySize"] + sizes["responseHeadersSize"]
    expect(len(visitor.requests) <= 3, f"The first page makes {len(visitor.requests)} requests.")
    expect(bytes_of <= 60_000, f"The first page has {bytes_of} bytes.")
    expect(bytes_of > 2_000, f"The first page cannot have {bytes_of} bytes.")
    count = len(visitor.requests)
    for request in visitor.requests[1:]:
        answer = await request.response()
        expect("etag" in answer.headers, f"{request.url} has no ETag.")
    return f"{count} requests and {bytes_of} bytes for the first page"
