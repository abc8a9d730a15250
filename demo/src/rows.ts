/**
 * A list of messages, one line each, that open to the whole text. Texts are laid out when they are opened, and lines are
 * added in batches, so that a list of many thousands does not hold the page up. One tab stop; arrow keys move in it.
 */
import { el, grouped, turn } from "./dom.ts";
import type { Fate } from "./plan.ts";
import { find, merged, skeleton, type Range } from "./quotes.ts";

/** One line. */
export interface Row {
  index: number;
  /** Number in the host's store or file, or place in the list. */
  number: string;
  who: string;
  fate: Fate | "summary";
  why: string;
  peek: string;
  /** All of it: a text, or an element that is shown at once. */
  body: (() => string) | HTMLElement;
}

export interface List {
  /** Opens a message, marks the quotations in it and moves there; false if it is not in the list. */
  reveal(index: number, quotes?: string[], back?: HTMLElement): boolean;
}

const BATCH = 200;
/** Characters of an opened message that are shown at first. */
const SHOWN = 60_000;

/** Fills `into`; `drawn` hears how many lines stand there and says whether to go on. */
export async function list(into: HTMLElement, rows: Row[], drawn: (count: number) => boolean): Promise<List> {
  const made = new Map<number, HTMLDetailsElement>();
  into.replaceChildren();
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = document.createDocumentFragment();
    for (const row of rows.slice(at, at + BATCH)) batch.append(el("li", {}, line(row, made)));
    into.append(batch);
    if (!drawn(Math.min(at + BATCH, rows.length))) break;
    await turn();
  }
  into.querySelector("summary")?.setAttribute("tabindex", "0");
  into.onkeydown = (event) => move(into, event);
  const byIndex = new Map(rows.map((row) => [row.index, row]));
  return {
    reveal(index, quotes = [], back) {
      const [details, row] = [made.get(index), byIndex.get(index)];
      if (!details || !row) return false;
      details.open = true;
      fill(details, row, quotes, back);
      for (const other of into.querySelectorAll(".here")) other.classList.remove("here");
      details.classList.add("here");
      const summary = details.querySelector("summary");
      if (summary) focus(into, summary);
      const mark = details.querySelector("mark");
      (mark ?? details).scrollIntoView({ block: mark ? "center" : "nearest" });
      return true;
    },
  };
}

function line(row: Row, made: Map<number, HTMLDetailsElement>): HTMLDetailsElement {
  const summary = el(
    "summary",
    { tabindex: -1 },
    el("span", { class: "number" }, row.number),
    el("span", { class: "who" }, row.who),
    el("span", { class: "fate" }, row.fate),
    el("span", { class: "peek" }, row.peek),
  );
  const details = el("details", { class: `row ${row.fate}`, "data-index": row.index }, summary);
  if (row.index >= 0) made.set(row.index, details);
  if (row.body instanceof HTMLElement) {
    details.open = true;
    details.append(row.body);
  } else {
    details.addEventListener("toggle", () => {
      if (details.open && details.children.length === 1) fill(details, row, []);
    });
  }
  return details;
}

function fill(details: HTMLDetailsElement, row: Row, quotes: string[], back?: HTMLElement): void {
  if (row.body instanceof HTMLElement) return;
  const text = row.body();
  const letters = quotes.length > 0 ? skeleton(text) : undefined;
  const ranges = letters ? merged(quotes.flatMap((quote) => find(quote, letters))) : [];
  const pre = el("pre");
  const body = el("div", { class: "body" }, el("p", { class: "why" }, `${row.fate}: ${row.why}`), pre);
  if (back) {
    const button = el("button", { type: "button", class: "back" }, "Back to the summary");
    button.addEventListener("click", () => {
      back.dispatchEvent(new CustomEvent("back", { bubbles: true }));
      back.focus();
      back.scrollIntoView({ block: "center" });
    });
    body.firstElementChild?.append(" ", button);
  }
  const limit = Math.max(SHOWN, (ranges.at(-1)?.[1] ?? 0) + 2_000);
  pre.append(...marked(text.slice(0, limit), ranges));
  if (text.length > limit) {
    const more = el("button", { type: "button" }, `Show the other ${grouped(text.length - limit)} characters`);
    more.addEventListener("click", () => more.replaceWith(el("pre", {}, text.slice(limit))));
    body.append(more);
  }
  details.querySelector(".body")?.remove();
  details.append(body);
}

function marked(text: string, ranges: Range[]): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let done = 0;
  for (const [start, end] of ranges) {
    parts.push(text.slice(done, start), el("mark", {}, text.slice(start, end)));
    done = end;
  }
  parts.push(text.slice(done));
  return parts;
}

function move(into: HTMLElement, event: KeyboardEvent): void {
  const from = event.target;
  if (!(from instanceof HTMLElement) || from.tagName !== "SUMMARY") return;
  const item = from.closest("li");
  const to = {
    ArrowDown: item?.nextElementSibling,
    ArrowUp: item?.previousElementSibling,
    Home: into.firstElementChild,
    End: into.lastElementChild,
  }[event.key]?.querySelector("summary");
  if (!to) return;
  event.preventDefault();
  focus(into, to);
}

function focus(into: HTMLElement, summary: HTMLElement): void {
  for (const other of into.querySelectorAll('summary[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  summary.setAttribute("tabindex", "0");
  summary.focus();
}
