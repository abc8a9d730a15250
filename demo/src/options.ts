/** The form with the settings: gives them as options of Cento, and says what the budget means for each strategy. */
import type { Options } from "cento/engine";
import { byId } from "./dom.ts";

type Strategy = NonNullable<Options["strategy"]>;

const BUDGETS: Record<Strategy, { label: string; hint: string; placeholder: string; step: string; max?: string }> = {
  project: { label: "Summary, in tokens", hint: "Empty: as the session says, or a share of the window.", placeholder: "automatic", step: "1" },
  slim: { label: "Target, in tokens", hint: "Empty: half of the window, or as the session says.", placeholder: "automatic", step: "1" },
  prune: {
    label: "Threshold, 0 to 1",
    hint: "What is less likely needed than this goes.",
    placeholder: "0.5",
    step: "any",
    max: "1",
  },
};

export interface Settings {
  /** What the person has set; what is not set is left to the session. */
  options(): Options;
  /** Shows the strategy that was used, until the person chooses one. */
  used(strategy: string): void;
}

/** Calls `changed` after each change, not before the person has stopped typing. */
export function watch(changed: () => void): Settings {
  const form = byId("options", HTMLFormElement);
  const [budget, window] = [byId("budget", HTMLInputElement), byId("window", HTMLInputElement)];
  let [timer, last, chosen] = [0, strategy(form), false];
  describe();
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    if (strategy(form) !== last) {
      chosen = true;
      budget.value = "";
      describe();
    }
    clearTimeout(timer);
    if (form.checkValidity()) timer = globalThis.setTimeout(changed, 250) as unknown as number;
  });
  return {
    options: () => read(strategy(form), chosen, budget.value, window.value),
    used(name) {
      const radio = form.querySelector<HTMLInputElement>(`[name="strategy"][value="${CSS.escape(name)}"]`);
      if (chosen || !radio) return;
      radio.checked = true;
      describe();
    },
  };

  function describe(): void {
    last = strategy(form);
    const { label, hint, placeholder, step, max } = BUDGETS[last];
    byId("budget-label", HTMLElement).textContent = label;
    byId("budget-hint", HTMLElement).textContent = hint;
    Object.assign(budget, { placeholder, step, min: "0", max: max ?? "" });
  }
}

function read(strategy: Strategy, chosen: boolean, budget: string, window: string): Options {
  const options: Options = chosen ? { strategy } : {};
  if (window !== "") options.context_length = Number(window);
  if (budget === "") return options;
  if (strategy === "project") options.summary_budget_tokens = Number(budget);
  else if (strategy === "slim") options.target_tokens = Number(budget);
  else options.prune_threshold = Number(budget);
  return options;
}

function strategy(form: HTMLFormElement): Strategy {
  const value = new FormData(form).get("strategy");
  return value === "slim" || value === "prune" ? value : "project";
}
