"use strict";
(() => {
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  for (const place of all(".origin")) place.textContent = location.origin;

  for (const heading of all("main h4")) {
    const block = heading.nextElementSibling;
    if (!block || !block.matches("pre")) continue;
    const button = document.createElement("button");
    button.className = "copy";
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(block.textContent);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(block);
        button.textContent = "Selected";
      }
    });
    heading.append(button);
  }

  // A type within a nested type opens in place too: its fields are those of its own entry.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.deeper");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.append(...link.cloneNode(true).childNodes);
    details.append(summary, ...document.querySelector(`${link.hash} > .body`).cloneNode(true).childNodes);
    details.open = true;
    link.parentElement.replaceWith(details);
    summary.focus();
  });

  // The entry of the target is visible in the menu.
  const groups = all("nav details");
  const reveal = () => {
    const entry = document.querySelector(`nav [data-for="${CSS.escape(location.hash.slice(1))}"]`);
    const group = entry && entry.closest("details");
    if (group) group.open = true;
  };
  addEventListener("hashchange", reveal);
  reveal();

  // An entry is found by every word of its section: path, prose, fields, codes.
  const entries = all("nav [data-for]").map((entry) => ({ entry, title: (entry.textContent + " " + entry.dataset.for).toLowerCase() }));
  const text = (one) => {
    one.text ??= document.getElementById(one.entry.dataset.for).textContent.toLowerCase();
    return one.text;
  };
  const search = document.getElementById("search");
  search.hidden = false;
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const inTitles = entries.filter((one) => words.every((word) => one.title.includes(word)));
    const found = new Set(inTitles.length ? inTitles : entries.filter((one) => words.every((word) => text(one).includes(word))));
    for (const one of entries) one.entry.hidden = !found.has(one);
    for (const group of groups) {
      group.hidden = !all("[data-for]", group).some((entry) => !entry.hidden);
      group.open = words.length > 0;
    }
    document.getElementById("nothing").hidden = found.size > 0;
    if (!words.length) reveal();
  };
  search.addEventListener("input", show);
  search.addEventListener("keydown", (event) => {
    const first = all("nav [data-for]").find((entry) => !entry.hidden);
    if (event.key === "Enter" && first) location.hash = first.dataset.for;
    if (event.key === "Escape") { search.value = ""; show(); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== search) { event.preventDefault(); search.focus(); }
    if (event.key === "Escape" && location.hash === "#menu") location.hash = "top";
  });
})();
