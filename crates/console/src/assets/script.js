"use strict";
// Each part improves a link, a form or a text that is complete without it.
(() => {
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  const policy = globalThis.trustedTypes
    ? trustedTypes.createPolicy("console", { createHTML: (text) => text })
    : { createHTML: (text) => text };

  // Makes an element with a text. Texts never become markup.
  const make = (tag, text = "", attributes = {}) => {
    const element = document.createElement(tag);
    element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };

  // Asks the page's own server for a page.
  const ask = async (path, options = {}) => {
    const answer = await fetch(path, { headers: { Accept: "text/html" }, ...options });
    const page = new DOMParser().parseFromString(policy.createHTML(await answer.text()), "text/html");
    return { answer, page };
  };

  // Choices of this browser, each in a cookie.
  const chosen = (name) => {
    const cookie = document.cookie.split("; ").find((one) => one.startsWith(`causeway-${name}=`));
    return cookie ? cookie.slice(cookie.indexOf("=") + 1) : "";
  };
  const choose = (name, value) => {
    const secure = location.protocol === "https:" ? "; secure" : "";
    const life = value ? 31536000 : 0;
    document.cookie = `causeway-${name}=${value}; path=/console; max-age=${life}; samesite=strict${secure}`;
    if (name === "theme" && value) document.documentElement.dataset.theme = value;
    if (name === "theme" && !value) delete document.documentElement.dataset.theme;
    if (name === "zone") localize(document);
  };

  // Shows instants in the chosen zone, and names the zone.
  const localize = (within) => {
    const zone = chosen("zone") || Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
    const shape = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone: zone });
    for (const time of all("time[datetime]", within)) {
      const at = new Date(time.dateTime);
      if (Number.isNaN(at.getTime())) continue;
      time.title = `${time.dateTime.slice(0, 19).replace("T", " ")} UTC`;
      time.textContent = shape.format(at);
    }
    for (const place of all("[data-zone]", within)) place.textContent = zone;
  };

  // Copies the text of an element.
  const copy = async (button) => {
    const text = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(text);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  };

  // Shows the numbers of the navigation on pages that have not read them: those of the last page that has.
  const count = () => {
    const store = "causeway-counts";
    const places = all(".side a[href]");
    const known = places.filter((place) => place.querySelector(".count"));
    if (known.length > 0) {
      const numbers = known.map((place) => [place.getAttribute("href"), place.querySelector(".count").textContent]);
      sessionStorage.setItem(store, JSON.stringify(Object.fromEntries(numbers)));
      return;
    }
    const numbers = JSON.parse(sessionStorage.getItem(store) || "{}");
    for (const place of places) {
      const number = numbers[place.getAttribute("href")];
      if (number) place.append(make("span", number, { class: "count" }));
    }
  };

  const prepare = (within) => {
    for (const button of all("[data-copy]", within)) button.hidden = false;
    for (const choices of all("[data-choices]", within)) choices.hidden = false;
    for (const choice of all("[data-choice]", within)) choice.value = chosen(choice.dataset.choice);
    localize(within);
    passkeys(within);
  };

  // A dialog over the page.
  const open = (label, content, opener) => {
    const dialog = make("dialog", "", { "aria-label": label });
    const close = make("button", "Close", { class: "plain close", type: "button" });
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => { dialog.remove(); if (opener) opener.focus(); });
    dialog.append(close, ...content);
    prepare(dialog);
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  };

  // Shows the page of an action in a dialog; its form is sent as from the page itself.
  const act = async (link) => {
    const { answer, page } = await ask(link.href);
    const main = page.querySelector("main");
    if (!answer.ok || !main || !main.querySelector("form.action")) throw new Error("no action");
    const content = Array.from(main.children).filter((part) => !part.matches(".command, .back, [data-live=faults]"));
    for (const form of all("form:not([action])", main)) form.setAttribute("action", answer.url);
    const dialog = open(link.textContent.trim(), content.map((part) => document.adoptNode(part)), link);
    const first = dialog.querySelector("form.action input:not([type=hidden]), form.action textarea, form.action select");
    if (first) first.focus();
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
    for (const menu of all("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
    const action = event.target.closest(".actions a[href]");
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (action && isPlain) {
      event.preventDefault();
      act(action).catch(() => { location.href = action.href; });
    }
  });
  document.addEventListener("change", (event) => {
    const choice = event.target.closest("[data-choice]");
    if (choice) choose(choice.dataset.choice, choice.value);
  });

  // Replaces the regions of a page that have changed, while it is visible and nobody works in it.
  const refresh = async () => {
    if (document.hidden || document.querySelector("main :focus, dialog[open]")) return;
    const { answer, page } = await ask(location.href, { redirect: "error" });
    if (!answer.ok) return;
    for (const region of all("[data-live]")) {
      const next = page.querySelector(`[data-live="${CSS.escape(region.dataset.live)}"]`);
      if (!next) { region.remove(); continue; }
      prepare(next);
      if (next.textContent !== region.textContent) region.replaceWith(document.adoptNode(next));
    }
  };
  if (all("main [data-live]").length > 0) setInterval(() => { refresh().catch(() => {}); }, 5000);

  // Suggestions: the first results of the search, as the form would show them.
  const MOST = 8;
  const suggest = (input) => {
    const list = make("ul", "", { id: "suggestions", role: "listbox", class: "suggestions", "aria-label": "Results" });
    const said = make("span", "", { class: "hidden-text", role: "status" });
    list.hidden = true;
    input.after(list, said);
    for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-controls", list.id]]) {
      input.setAttribute(name, value);
    }
    let [at, waiting, asked] = [-1, 0, new AbortController()];
    const show = (options) => {
      at = -1;
      list.replaceChildren(...options);
      list.hidden = options.length === 0;
      input.setAttribute("aria-expanded", String(options.length > 0));
      input.removeAttribute("aria-activedescendant");
      said.textContent = options.length > 0 ? `${options.length} results, arrow keys choose` : "";
    };
    const option = (href, texts, number) => {
      const row = make("li", "", { role: "option", id: `suggestion-${number}`, "aria-selected": "false" });
      row.append(...texts.map((text, index) => make("span", text, index > 0 ? { class: "soft" } : {})));
      row.dataset.href = href;
      return row;
    };
    const look = async () => {
      asked.abort();
      asked = new AbortController();
      const body = new URLSearchParams(new FormData(input.form));
      const { answer, page } = await ask(input.dataset.suggest, { method: "POST", body, signal: asked.signal });
      if (!answer.ok) return show([]);
      if (answer.redirected) {
        const title = page.querySelector("h1");
        return show(title ? [option(answer.url, [title.textContent.trim()], 0)] : []);
      }
      const rows = all("main tr", page).filter((row) => row.querySelector("a.row")).slice(0, MOST);
      const texts = (row) => all("td", row).map((cell) => cell.textContent.trim().replace(/^[✓✕•–]/, "$& ")).filter(Boolean).slice(0, 4);
      show(rows.map((row, number) => option(row.querySelector("a.row").getAttribute("href"), texts(row), number)));
    };
    input.addEventListener("input", () => {
      clearTimeout(waiting);
      asked.abort();
      if (input.value.trim().length < 3) return show([]);
      waiting = setTimeout(() => { look().catch(() => {}); }, 250);
    });
    const mark = (next) => {
      const options = Array.from(list.children);
      at = (next + options.length) % options.length;
      options.forEach((one, index) => one.setAttribute("aria-selected", String(index === at)));
      input.setAttribute("aria-activedescendant", options[at].id);
    };
    input.addEventListener("keydown", (event) => {
      if (list.hidden) return;
      const keys = {
        ArrowDown: () => mark(at + 1),
        ArrowUp: () => mark(at < 0 ? -1 : at - 1),
        Escape: () => show([]),
        Enter: at < 0 ? undefined : () => { location.href = list.children[at].dataset.href; },
      };
      const run = keys[event.key];
      if (run) { event.preventDefault(); event.stopPropagation(); run(); }
    });
    input.addEventListener("blur", () => { clearTimeout(waiting); asked.abort(); show([]); });
    // Keeps the focus in the box, so that the list is still there for the click.
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const row = event.target.closest("li");
      if (row) location.href = row.dataset.href;
    });
  };
  for (const input of all("[data-suggest]")) suggest(input);

  // Keys: off while typing, and if they are switched off.
  const move = (by) => {
    const links = all("main a.row");
    const at = links.indexOf(document.activeElement);
    const next = links[Math.max(0, Math.min(links.length - 1, at < 0 ? 0 : at + by))];
    if (next) next.focus();
  };
  const help = () => {
    const keys = [["/", "Find"], ["j k", "Next and previous row"], ["Enter", "Open the row"], [".", "Actions"], ["?", "This list"]];
    const pages = all("nav [data-key]").map((link) => [`g ${link.dataset.key}`, link.firstChild.textContent]);
    const list = make("dl", "", { class: "keys" });
    for (const [key, meaning] of [...keys, ...pages]) {
      const name = make("dt");
      name.append(make("kbd", key));
      list.append(name, make("dd", meaning));
    }
    open("Keys", [make("h2", "Keys"), list], document.activeElement);
  };
  let pending = "";
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const typing = event.target.closest("input, textarea, select");
    if (event.key === "Escape") {
      for (const menu of all("details.menu[open]")) menu.open = false;
      if (typing) typing.blur();
      return;
    }
    if (typing || chosen("keys") === "off") return;
    const before = pending;
    pending = "";
    if (before === "g") {
      const link = document.querySelector(`nav [data-key="${CSS.escape(event.key)}"]`);
      if (link) { event.preventDefault(); link.click(); }
      return;
    }
    const keys = {
      "/": () => { const box = document.getElementById("search"); box.focus(); box.select(); },
      g: () => { pending = "g"; },
      j: () => move(1),
      k: () => move(-1),
      ".": () => { const first = document.querySelector(".actions a"); if (first) first.focus(); },
      "?": help,
    };
    const run = keys[event.key];
    if (run) { event.preventDefault(); run(); }
  });

  // Has an authenticator answer a form. The challenge is signed as the characters behind the point.
  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const base64url = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const authenticate = async (form) => {
    const { relyingParty, credentials, user, name } = form.dataset;
    const challenge = new TextEncoder().encode(form.elements.challenge.value.split(".")[1]);
    const known = credentials.split(" ").filter(Boolean).map((id) => ({ type: "public-key", id: bytes(id) }));
    const timeout = 300000;
    if (form.dataset.passkey === "get") {
      const publicKey =
        { challenge, timeout, rpId: relyingParty, allowCredentials: known, userVerification: "preferred" };
      const { rawId, response } = await navigator.credentials.get({ publicKey });
      return {
        credential: rawId,
        client_data: response.clientDataJSON,
        authenticator_data: response.authenticatorData,
        signature: response.signature,
      };
    }
    const publicKey = {
      challenge,
      timeout,
      rp: { id: relyingParty, name: "Causeway" },
      user: { id: bytes(user), name, displayName: name },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: known,
      authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
      attestation: "none",
    };
    const { rawId, response } = await navigator.credentials.create({ publicKey });
    return { credential: rawId, client_data: response.clientDataJSON, attestation: response.attestationObject };
  };
  const passkeys = (within) => {
    for (const form of all("form[data-passkey]", within)) {
      if (!globalThis.PublicKeyCredential) continue;
      const button = form.querySelector("button");
      button.disabled = false;
      form.querySelector("[data-passkey-missing]").hidden = true;
      form.addEventListener("submit", async (event) => {
        event.preventDefault();
        button.disabled = true;
        form.querySelector("[data-passkey-error]").hidden = true;
        try {
          for (const [field, buffer] of Object.entries(await authenticate(form))) {
            form.elements[field].value = base64url(buffer);
          }
          form.submit();
        } catch {
          form.querySelector("[data-passkey-error]").hidden = false;
          button.disabled = false;
        }
      });
    }
  };

  prepare(document);
  count();
})();
