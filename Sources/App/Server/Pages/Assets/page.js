// Makes the pages live. Everything works without it.
"use strict";
(() => {
  const find = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const fields = () => all("main input:not([type=hidden]), main textarea, main select");
  const accountOf = (root) => find("main [name=account]", root)?.value ?? "";
  const place = () => location.pathname + location.search;
  const away = "The service did not answer. Try again.";
  let shown = place();
  let latest = 0;
  let sending = false;
  let told;
  let events = null;
  let timers = [];

  document.documentElement.classList.add("scripted");

  const say = (text) => {
    find("#live").textContent = text;
  };

  // For another copy of the page.
  const nameOf = (field) =>
    [field.form?.getAttribute("action"), field.name || field.id,
      field.type === "radio" ? field.value : field.type === "submit" && field.textContent].join(" ");

  const isTyped = (field) =>
    field.tagName === "SELECT"
      ? [...field.options].some((option) => option.selected !== option.defaultSelected)
      : field.value !== field.defaultValue || field.checked !== field.defaultChecked;

  // What is typed and where the focus is, for a new copy of the page.
  const kept = () => {
    const focus = document.activeElement?.closest("main *");
    return {
      // With the edition that was read: a later one is not overwritten.
      typed: fields().filter(isTyped).flatMap((field) => [field, field.form?.edition ?? field])
        .map((field) => [nameOf(field), field.value, field.checked]),
      focus: focus && (focus.form || focus.href || focus.id) && {
        tag: focus.tagName,
        name: nameOf(focus),
        link: focus.getAttribute("href"),
        start: focus.selectionStart,
        end: focus.selectionEnd,
      },
    };
  };

  const restore = ({ typed, focus }) => {
    const found = all("main [name]");
    for (const [name, value, checked] of typed) {
      const field = found.find((field) => nameOf(field) === name);
      if (field) [field.value, field.checked] = [value, checked];
    }
    if (!focus) return;
    const target = all("main " + focus.tag).find((element) =>
      nameOf(element) === focus.name && element.getAttribute("href") === focus.link);
    (target ?? find("main")).focus({ preventScroll: true });
    if (focus.start != null) target?.setSelectionRange(focus.start, focus.end);
  };

  const show = (page, address) => {
    for (const part of ["header", "main"]) find(part).replaceWith(find(part, page));
    document.title = page.title;
    for (const name of ["data-version", "data-refresh"]) {
      const value = page.body.getAttribute(name);
      if (value === null) document.body.removeAttribute(name);
      else document.body.setAttribute(name, value);
    }
    if (address) history.replaceState(null, "", address);
    shown = place();
    say("");
    begin();
  };

  const load = async (address, options, headers) => {
    const response = await fetch(address, { headers: { Accept: "text/html", ...headers }, ...options });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!find("main", page)) throw response;
    // Else the browser looks for it.
    for (const element of all("[autofocus]", page)) {
      element.removeAttribute("autofocus");
      element.dataset.focus = "";
    }
    return { response, page };
  };

  const later = (seconds, action) => timers.push(setTimeout(action, seconds * 1000));

  // A page that waits for something is loaded again, and counts down to that.
  const again = () => {
    timers.forEach(clearTimeout);
    timers = [];
    const seconds = Number(document.body.dataset.refresh);
    if (seconds) later(seconds, refresh);
    const count = find("[data-countdown]");
    if (!count) return;
    const tick = (left) => {
      count.textContent = left;
      if (left) later(1, () => tick(left - 1));
    };
    tick(Number(count.dataset.countdown));
  };

  // Loads the page again, and leaves what is half typed, unless nobody is signed in.
  const refresh = async () => {
    const number = ++latest;
    if (sending) return;
    const { response, page } = await load(location.href, {}, { "Moniker-Reload": 1 })
      .catch(() => ({}));
    if (sending || number !== latest) return;
    // An error says less than what is there.
    if (!page || response.status >= 500) return again();
    const state = kept();
    const account = accountOf(page);
    if (state.typed.length && account && account !== accountOf(document)) {
      return say("Another account is active now. Load the page again to go on with it.");
    }
    const notice = find("main .notice");
    show(page, response.redirected ? response.url : null);
    // The copy lacks it.
    if (notice && !response.redirected) find("main").prepend(notice);
    restore(state);
  };

  const focusNew = () => {
    const target = find("main [data-focus]") ?? find("main");
    target.focus();
    if (target.id === "main") scrollTo(0, 0);
  };

  const send = async (form, button) => {
    if (sending) return;
    sending = true;
    form.setAttribute("aria-busy", "true");
    const body = new URLSearchParams(new FormData(form, button));
    try {
      const isGet = form.method === "get";
      const target = new URL(form.action);
      if (isGet) target.search = body;
      const { response, page } = await load(target, isGet ? {} : { method: "POST", body });
      const address = isGet || response.redirected ? response.url : location.href;
      if (address !== location.href) history.pushState(null, "", address);
      const state = isGet && kept();
      show(page);
      if (state) restore(state);
      else focusNew();
    } catch {
      again();
      say(away);
    } finally {
      sending = false;
      form.removeAttribute("aria-busy");
    }
    const { version } = document.body.dataset;
    if (told && version && told !== version) refresh();
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.hasAttribute("data-plain")) return;
    event.preventDefault();
    send(form, event.submitter);
  });

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = "Copied";
      say("The key is copied.");
    } catch {
      say("The key is selected. Copy it with the keyboard.");
    }
  });

  // Says whether a nickname is free while it is typed.
  let checking;
  const check = async (field) => {
    const result = find("[data-check-result]", field.closest(".field"));
    const typed = field.value;
    const tell = (text, kind) => {
      // The direction of a nickname ends with it.
      result.textContent = text.replace(/(["“])(.+?)(["”])/g, "$1\u2068$2\u2069$3");
      result.className = "help " + kind;
    };
    if (!typed.trim() || typed === field.dataset.check) return tell(field.dataset.help, "");
    const address = "/v1/nicknames/" + encodeURIComponent(typed);
    const response = await fetch(address, { credentials: "omit" }).catch(() => null);
    if (field.value !== typed) return;
    if (!response?.ok) return tell(field.dataset.help, "");
    const answer = await response.json();
    const spelling = answer.nickname && answer.nickname !== typed.trim()
      ? ` It is written “${answer.nickname}”.` : "";
    const own = field.dataset.check?.toLowerCase();
    if (answer.available || own && own === answer.nickname?.toLowerCase()) {
      tell("This nickname is free." + spelling, "good");
    } else tell(answer.detail + (field.dataset.check === "" && answer.code === "nicknameTaken"
      ? " If it is yours, sign in." : ""), "bad");
  };

  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.matches("[data-check]")) return;
    clearTimeout(checking);
    checking = setTimeout(check, 300, field);
  });

  // The page control: the whole part of offset / width.
  const follow = (strip) => {
    const dots = all(".dots a");
    const page = Math.floor((strip.scrollLeft + 1) / strip.clientWidth);
    const current = Math.max(0, Math.min(page, dots.length - 1)) || 0;
    dots.forEach((dot, index) => {
      if (index === current) dot.setAttribute("aria-current", "true");
      else dot.removeAttribute("aria-current");
    });
    find("[data-page]").textContent = `${current + 1} of ${dots.length}`;
  };

  const begin = () => {
    again();
    all("[data-check]").forEach((field) => {
      field.dataset.help = find("[data-check-result]", field.closest(".field")).textContent;
    });
    const strip = find("[data-photos]");
    strip?.addEventListener("scroll", () => follow(strip), { passive: true });
    const automatic = find("form[data-auto]");
    if (automatic) return automatic.requestSubmit();
    connect();
  };

  // Follows changes while the page is seen: a browser has few connections for all of its tabs.
  const connect = () => {
    const wanted = "version" in document.body.dataset && !document.hidden;
    if (!wanted) {
      events?.close();
      events = null;
      return;
    }
    if (events) return;
    events = new EventSource("/changes");
    events.addEventListener("view", (event) => {
      if (find("#live").textContent === away) say("");
      told = JSON.parse(event.data).version;
      if (told !== document.body.dataset.version) refresh();
    });
    events.addEventListener("error", () => {
      if (events?.readyState !== EventSource.CLOSED) return;
      // The browser was forgotten, or the service is away.
      events = null;
      later(1, refresh);
    });
  };

  document.addEventListener("visibilitychange", connect);
  addEventListener("popstate", () => {
    // A link within the page is no other page.
    if (place() !== shown) location.reload();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  begin();
})();
