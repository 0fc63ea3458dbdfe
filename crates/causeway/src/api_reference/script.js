"use strict";
(() => {
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  for (const place of all(".origin")) place.textContent = location.origin;

  const theme = document.documentElement;
  const kept = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
  if (kept) theme.dataset.theme = kept;
  document.getElementById("theme").addEventListener("click", () => {
    const dark = theme.dataset.theme
      ? theme.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    theme.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("theme", theme.dataset.theme); } catch { /* only this page remembers it */ }
  });

  for (const button of all(".copy")) {
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(button.nextElementSibling.textContent);
        button.textContent = "copied";
      } catch {
        getSelection().selectAllChildren(button.nextElementSibling);
        button.textContent = "selected";
      }
    });
  }

  // An entry is found by every word of its section: path, prose, fields, codes.
  const entries = all("nav li").map((entry) => ({
    entry,
    text: (entry.textContent + " " + document.getElementById(entry.dataset.for).textContent).toLowerCase(),
    title: (entry.textContent + " " + entry.dataset.for).toLowerCase(),
  }));
  const search = document.getElementById("search");
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (member) => (one) => words.every((word) => one[member].includes(word));
    const inTitles = entries.filter(fits("title"));
    const found = new Set(inTitles.length ? inTitles : entries.filter(fits("text")));
    for (const one of entries) one.entry.hidden = !found.has(one);
    for (const section of all("nav section")) section.hidden = !all("li", section).some((entry) => !entry.hidden);
    document.getElementById("nothing").hidden = found.size > 0;
  };
  search.addEventListener("input", show);
  search.addEventListener("keydown", (event) => {
    const first = all("nav li").find((entry) => !entry.hidden);
    if (event.key === "Enter" && first) location.hash = first.dataset.for;
    if (event.key === "Escape") { search.value = ""; show(); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== search) { event.preventDefault(); search.focus(); }
  });
})();
