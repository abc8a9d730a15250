/** The line that says what the page is doing, to eyes and to screen readers, and the one that says what went wrong. */
import { byId } from "./dom.ts";

const [line, alert] = [byId("status", HTMLElement), byId("alert", HTMLElement)];
const progress = byId("progress", HTMLProgressElement);

export const status = {
  /** Work goes on; `part` of it is done, 0 to 1, if that is known. */
  busy(text: string, part?: number): void {
    // The same words again would be read out again.
    if (line.textContent !== text) line.textContent = text;
    line.classList.remove("heard");
    progress.hidden = false;
    if (part === undefined) progress.removeAttribute("value");
    else progress.value = part;
    document.body.setAttribute("aria-busy", "true");
  },
  done(text: string, heard = false): void {
    line.textContent = text;
    // To eyes the result itself says it.
    line.classList.toggle("heard", heard);
    ended();
    alert.hidden = true;
  },
  failed(text: string): void {
    line.textContent = "";
    ended();
    alert.textContent = text;
    alert.hidden = false;
    alert.scrollIntoView({ block: "nearest" });
  },
};

function ended(): void {
  progress.hidden = true;
  document.body.removeAttribute("aria-busy");
}
