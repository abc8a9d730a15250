/**
 * Exact names of the messages that went or lay between head and tail, by kind: which of them can still be read in the
 * result, and which cannot. A file counts as still there when its name and its folder are, for the summary may give
 * the folder once for several files.
 */
import type { Anchor, AnchorKind } from "cento/engine";
import { el } from "./dom.ts";

const KINDS: [AnchorKind, string][] = [
  ["file", "Files"],
  ["error", "Errors"],
  ["issue", "Issues and pull requests"],
  ["commit", "Commits"],
  ["branch", "Branches"],
  ["url", "Addresses"],
  ["handle", "Handles"],
];

/** `text`: all that can be read in the result. `open` shows the message in which a name first stands. */
export function facts(anchors: Anchor[], text: string, open: (index: number, name: string) => void): HTMLElement[] {
  return KINDS.flatMap(([kind, heading]) => {
    const all = anchors.filter((anchor) => anchor.kind === kind);
    if (all.length === 0) return [];
    const there = new Set(all.filter((anchor) => stands(anchor, text)));
    const names = [...all.filter((one) => there.has(one)), ...all.filter((one) => !there.has(one))].map((anchor) => {
      const gone = !there.has(anchor);
      const said = `${anchor.text}, ${anchor.count} times${gone ? ", not in the result" : ""}`;
      const button = el("button", { type: "button", class: gone ? "gone" : undefined, "aria-label": said, title: said });
      button.append(anchor.text);
      button.addEventListener("click", () => open(anchor.first, anchor.text));
      return el("li", {}, button);
    });
    const title = el("h3", {}, heading, " ", el("small", {}, `${there.size} of ${all.length}`));
    return [el("section", { class: "kind" }, title, el("ul", {}, ...names))];
  });
}

function stands({ kind, text: name }: Anchor, text: string): boolean {
  if (text.includes(name)) return true;
  const cut = name.lastIndexOf("/");
  return kind === "file" && cut > 0 && text.includes(name.slice(cut + 1)) && text.includes(name.slice(0, cut));
}
