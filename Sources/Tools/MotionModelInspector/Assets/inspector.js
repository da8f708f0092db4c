"use strict";
// Makes the pages of the inspector follow the store. Every page works without it, with links and forms alone.

const say = (text) => { document.getElementById("status").textContent = text; };

// MARK: Scrolling

// Replaces the links between windows of a large table by a scroll bar. Only the rows that are seen are in the page.
class Scroller {
  static rowHeight = 32;
  // Browsers do not draw elements that are much taller.
  static tallest = 8_000_000;
  static block = 200;

  constructor(rows) {
    this.rows = rows;
    this.total = Number(rows.dataset.total);
    this.scroll = rows.querySelector(".scroll");
    this.table = this.scroll.querySelector("table");
    this.blocks = new Map();
    this.first = Number(rows.dataset.offset);
    this.build();
  }

  build() {
    this.tall = document.createElement("div");
    this.tall.className = "tall";
    this.window = document.createElement("div");
    this.window.className = "window";
    this.scroll.replaceChildren(this.tall);
    this.tall.append(this.window);
    this.window.append(this.table);
    this.rows.querySelector(".pages")?.remove();
    this.resize();
    this.scroll.addEventListener("scroll", () => this.moved());
    this.scroll.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("resize", () => { this.resize(); this.show(); });
    this.scrollTo(this.first);
    this.show();
  }

  get head() { return this.table.tHead.offsetHeight || Scroller.rowHeight; }

  resize() {
    const height = Math.max(240, Math.round(window.innerHeight * 0.65));
    this.scroll.style.height = `${height}px`;
    this.window.style.height = `${height - 18}px`;
    this.visible = Math.max(1, Math.floor((height - 18 - this.head) / Scroller.rowHeight));
    this.last = Math.max(0, this.total - this.visible);
    this.height = Math.min(Scroller.tallest, this.total * Scroller.rowHeight + this.head + 40);
    this.tall.style.height = `${Math.max(this.height, height - 18)}px`;
    this.way = Math.max(1, this.tall.offsetHeight - this.scroll.clientHeight);
  }

  scrollTo(row) {
    this.first = Math.min(Math.max(0, row), this.last);
    this.scroll.scrollTop = this.last ? Math.round(this.first / this.last * this.way) : 0;
    // The event of this scrolling must not be taken for one of the bar, which is less exact.
    this.ownTop = this.scroll.scrollTop;
  }

  moved() {
    if (Math.abs(this.scroll.scrollTop - this.ownTop) < 1) { return; }
    this.ownTop = null;
    this.first = Math.round(this.scroll.scrollTop / this.way * this.last);
    this.show();
  }

  key(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: this.visible, PageUp: -this.visible, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) { return; }
    event.preventDefault();
    this.scrollTo(step === Infinity ? this.last : step === -Infinity ? 0 : this.first + step);
    this.show();
  }

  // Shows the rows from the first one on, as soon as they are there.
  async show() {
    const first = this.first, end = Math.min(this.total, first + this.visible);
    const numbers = new Set();
    for (let row = first; row < Math.max(end, first + 1); row += 1) { numbers.add(Math.floor(row / Scroller.block)); }
    const blocks = await Promise.all([...numbers].map((number) => this.load(number)));
    if (this.first !== first) { return; }
    const rows = blocks.flat().slice(first % Scroller.block, first % Scroller.block + this.visible);
    const focused = document.activeElement?.closest?.("tr")?.dataset.id;
    this.table.tBodies[0].replaceChildren(...rows.map((row) => row.cloneNode(true)));
    if (focused !== undefined) { this.row(focused)?.querySelector("a")?.focus({ preventScroll: true }); }
    const address = new URL(location.href);
    if (first) { address.searchParams.set("offset", first); } else { address.searchParams.delete("offset"); }
    history.replaceState(null, "", address);
  }

  row(id) { return [...this.table.tBodies[0].rows].find((row) => row.dataset.id === id); }

  load(number) {
    if (!this.blocks.has(number)) {
      if (this.blocks.size > 20) { this.blocks.delete(this.blocks.keys().next().value); }
      this.blocks.set(number, this.fetch(number).catch(() => { this.blocks.delete(number); return []; }));
    }
    return this.blocks.get(number);
  }

  async fetch(number) {
    const part = await fetchPart(number * Scroller.block, Scroller.block);
    this.found = part.querySelector(".found");
    this.newTotal = Number(part.querySelector("#rows").dataset.total);
    return [...part.querySelectorAll("tbody tr")];
  }

  // Reads what is seen again, because the store changed.
  async refresh() {
    const before = new Map([...this.table.tBodies[0].rows].map((row) => [row.dataset.id, row.innerHTML]));
    this.blocks.clear();
    await this.load(Math.floor(this.first / Scroller.block));
    if (this.newTotal !== undefined && this.newTotal !== this.total) {
      this.total = this.newTotal;
      this.resize();
      this.scrollTo(this.first);
    }
    await this.show();
    if (this.found) { this.rows.querySelector(".found")?.replaceWith(this.found); }
    flash(this.table.tBodies[0].rows, before);
  }
}

async function fetchPart(offset, limit) {
  const address = new URL(location.href);
  address.searchParams.set("part", "rows");
  if (offset !== undefined) { address.searchParams.set("offset", offset); }
  if (limit !== undefined) { address.searchParams.set("limit", limit); }
  const answer = await fetch(address);
  if (!answer.ok) { throw new Error(String(answer.status)); }
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

// Marks the rows that are new or other than before.
function flash(rows, before) {
  for (const row of rows) {
    if (row.dataset.id === undefined || before.get(row.dataset.id) === row.innerHTML) { continue; }
    row.classList.add("flash");
    row.addEventListener("animationend", () => row.classList.remove("flash"), { once: true });
  }
}

// MARK: Following commits

// Reads the page again, at most twice a second and a tenth of the time, and puts what changed into the one that is shown.
class Follower {
  constructor(scroller) {
    this.scroller = scroller;
    this.label = document.getElementById("live");
    this.address = document.body.dataset.events;
    // A page that is not seen follows nothing: browsers have few connections to a server, and all pages share them.
    document.addEventListener("visibilitychange", () => { if (document.hidden) { this.close(); } else { this.open(); } });
    if (!document.hidden) { this.open(); }
  }

  open() {
    this.events?.close();
    this.events = new EventSource(this.address);
    this.events.addEventListener("open", () => this.mark(true));
    this.events.addEventListener("error", () => this.mark(false));
    this.events.addEventListener("commits", (event) => {
      const news = JSON.parse(event.data);
      this.address = `${this.address.split("?")[0]}?after=${news.last}`;
      this.changed(news);
    });
  }

  close() {
    this.events?.close();
    this.events = null;
    this.label.hidden = true;
  }

  // Says whether the program sends its commits. A browser asks again by itself, unless it was refused.
  mark(isLive) {
    const isRefused = !isLive && this.events?.readyState === EventSource.CLOSED;
    const text = isLive ? "live" : isRefused ? "not live" : "the program does not answer";
    if (!this.label.hidden && this.label.textContent === text) { return; }
    this.label.hidden = false;
    this.label.textContent = text;
    this.label.classList.toggle("gone", !isLive);
    say(isLive ? "" : isRefused ? "What is shown may be old: too many pages follow the program, or it was started anew."
      : "The program does not answer: what is shown may be old.");
  }

  changed(news) {
    if (!this.concerns(news)) { return; }
    this.isStale = true;
    if (!this.timer) { this.timer = setTimeout(() => this.refresh(), 100); }
  }

  // Whether the page may show something else after some commits.
  concerns(news) {
    const shown = document.querySelector("[data-model]");
    if (!shown) { return document.querySelector("[data-refresh]") !== null; }
    if (news.skipped > 0) { return true; }
    // Keys show the titles of parents.
    const parents = (shown.dataset.parents ?? "").split("\n");
    return news.commits.some(({ models }) => models === null || parents.some((name) => Object.hasOwn(models, name))
      || Object.hasOwn(models, shown.dataset.model) && (!shown.dataset.record || models[shown.dataset.model].length >= 50
        || models[shown.dataset.model].includes(shown.dataset.record)));
  }

  async refresh() {
    this.isStale = false;
    const start = performance.now();
    try {
      if (this.scroller) { await this.scroller.refresh(); } else { await this.replace(); }
    } catch { this.isStale = true; }
    const pause = Math.max(500, 9 * (performance.now() - start));
    this.timer = setTimeout(() => { this.timer = null; if (this.isStale) { this.changed({ skipped: 1, commits: [] }); } }, pause);
  }

  async replace() {
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const selectors = ["#rows", ...new Set([...document.querySelectorAll("[data-refresh]")]
      .map((part) => `[data-refresh="${part.dataset.refresh}"]`))];
    for (const selector of selectors) {
      const old = document.querySelector(selector), fresh = page.querySelector(selector);
      if (!old || !fresh || old.contains(document.activeElement) && old.innerHTML === fresh.innerHTML) { continue; }
      const before = new Map([...old.querySelectorAll("tr[data-id]")].map((row) => [row.dataset.id, row.innerHTML]));
      const values = [...old.querySelectorAll("dd")].map((value) => value.innerHTML);
      old.replaceWith(fresh);
      flash(fresh.querySelectorAll("tr[data-id]"), before);
      fresh.querySelectorAll("dd").forEach((value, place) => {
        if (values[place] !== undefined && values[place] !== value.innerHTML) { value.classList.add("flash"); }
      });
    }
  }
}

// MARK: Completing

// Proposes names of columns and operators while a condition is written.
class Completion {
  static operators = ["==", "!=", "<", "<=", ">", ">=", "contains", "startsWith", "endsWith", "like", "in"];

  constructor(input) {
    this.input = input;
    this.columns = input.dataset.columns.split("\n");
    this.list = document.createElement("ul");
    this.list.className = "completions";
    this.list.id = `${input.id}-completions`;
    this.list.setAttribute("role", "listbox");
    this.list.hidden = true;
    input.after(this.list);
    for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"],
      ["aria-controls", this.list.id]]) { input.setAttribute(name, value); }
    input.addEventListener("input", () => this.propose());
    input.addEventListener("keydown", (event) => this.key(event));
    input.addEventListener("blur", () => setTimeout(() => this.close(), 150));
  }

  // The word before the caret, and what may stand in its place.
  get word() { return this.input.value.slice(0, this.input.selectionStart).match(/(`[^`]*|[\w.]*|[=!<>]+)$/)[0]; }

  get candidates() {
    const before = this.input.value.slice(0, this.input.selectionStart - this.word.length).trimEnd();
    if ((before.match(/"/g) ?? []).length % 2) { return []; }
    const previous = before.match(/(`[^`]*`|[\w.]+)$/)?.[0];
    if (previous !== undefined && this.columns.includes(previous)) {
      return this.input.hasAttribute("data-order") ? ["ascending", "descending", "nil first"] : Completion.operators;
    }
    return /[=<>]$/.test(before) ? ["nil", "true", "false", ...this.columns] : this.columns;
  }

  propose() {
    const word = this.word.toLowerCase();
    const found = this.candidates.filter((name) => name.toLowerCase().startsWith(word) && name.toLowerCase() !== word);
    if (!found.length || !this.input.value && !word) { return this.close(); }
    this.list.replaceChildren(...found.slice(0, 12).map((name, place) => {
      const item = document.createElement("li");
      item.textContent = name;
      item.id = `${this.list.id}-${place}`;
      item.setAttribute("role", "option");
      item.addEventListener("mousedown", (event) => { event.preventDefault(); this.take(name); });
      return item;
    }));
    this.place = -1;
    this.list.style.left = `${this.input.offsetLeft}px`;
    this.list.style.top = `${this.input.offsetTop + this.input.offsetHeight}px`;
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
  }

  key(event) {
    if (event.key === " " && event.ctrlKey) { event.preventDefault(); return this.propose(); }
    if (this.list.hidden) { return; }
    const count = this.list.children.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      this.choose((this.place + (event.key === "ArrowDown" ? 1 : count + (this.place < 0 ? 0 : -1))) % count);
    } else if ((event.key === "Enter" || event.key === "Tab") && this.place >= 0) {
      event.preventDefault();
      this.take(this.list.children[this.place].textContent);
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.close();
    }
  }

  choose(place) {
    this.list.children[this.place]?.removeAttribute("aria-selected");
    this.place = place;
    this.list.children[place].setAttribute("aria-selected", "true");
    this.list.children[place].scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", this.list.children[place].id);
  }

  take(name) {
    const end = this.input.selectionStart, start = end - this.word.length;
    this.input.setRangeText(`${name} `, start, end, "end");
    this.close();
    this.input.focus();
    this.propose();
  }

  close() {
    this.list.hidden = true;
    this.place = -1;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }
}

// MARK: Copying

async function copy(event) {
  event.preventDefault();
  try {
    const answer = await fetch(event.target.href);
    await navigator.clipboard.writeText(await answer.text());
    say(`Copied as ${event.target.textContent}.`);
  } catch { location.href = event.target.href; }
  setTimeout(() => say(""), 3000);
}

// MARK: Keys

// `/` goes to the finder, `?` says which keys there are.
function key(event) {
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) { return; }
  if (event.key === "/") {
    const input = document.querySelector("#where, #words");
    if (input) { event.preventDefault(); input.focus(); }
  } else if (event.key === "?") {
    say("/ goes to the finder, Ctrl+Space proposes, arrows and Page keys move through records.");
    setTimeout(() => say(""), 6000);
  }
}

document.addEventListener("keydown", key);
for (const input of document.querySelectorAll("input[data-columns]")) { new Completion(input); }
if (navigator.clipboard) {
  for (const link of document.querySelectorAll("a[data-copy]")) { link.addEventListener("click", copy); }
}
const rows = document.querySelector("#rows");
const scroller = rows && Number(rows.dataset.total) > Number(rows.dataset.limit) && rows.querySelector(".scroll")
  ? new Scroller(rows) : null;
if (document.body.dataset.events) { new Follower(scroller); }
