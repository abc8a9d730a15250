/** Makes elements: `el("p", { class: "note" }, "text", child)`. Text is always text, never markup. */
type Attributes = { [name: string]: string | number | boolean | undefined };

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** The element with this id, of this class; the page is wrong without it. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no #${id}`);
  return element;
}

/** A number as people write it: `3,827`. */
export const grouped = (number: number) => number.toLocaleString("en-GB");

/** Gives the browser a turn, so that it can paint and listen. */
export const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
