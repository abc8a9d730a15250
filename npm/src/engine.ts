/**
 * Takes the two compiled WebAssembly modules and gives Cento's functions. Text in, text out; nothing is kept between
 * calls: each one runs in a fresh instance, so that one call that fails leaves nothing behind. Works wherever there is
 * WebAssembly: how the modules are loaded is the caller's part (`index.ts` does it for Node).
 */
import { instantiate as projector } from "./projector/projector.js";
import { instantiate as verifier } from "./verifier/verifier.js";
import type { Anchor } from "./projector/interfaces/cento-compaction-compaction.js";
import type { Options } from "./options.js";
import { records } from "./records.js";

export type { Anchor, AnchorKind } from "./projector/interfaces/cento-compaction-compaction.js";
export type { Options, Score } from "./options.js";

/** The core modules of the components. Neither imports anything. */
export interface Modules {
  projector: WebAssembly.Module;
  verifier: WebAssembly.Module;
}

/** Why there is no result. The message is a sentence that quotes nothing of the conversation. */
export class CentoError extends Error {
  override name = "CentoError";
  constructor(
    message: string,
    /** `input`: the session cannot be read; `plan`: no plan was made, or it does not hold. */
    readonly at: "input" | "plan",
  ) {
    super(message);
  }
}

export interface Engine {
  /** The session, in any format that Cento reads, as the text that `plan` takes. */
  open(session: string, options?: Options): string;
  /** What becomes of every message, as JSON; nothing is applied yet. */
  plan(opened: string): string;
  /** The plan checked against the session and applied: the bytes that `cento compact` prints. */
  finish(session: string, plan: string, options?: Options): string;
  /** The report alone, with the same check: the bytes that `cento compact --report-only` prints. */
  report(session: string, plan: string, options?: Options): string;
  /** Issues, commits, branches, files and addresses of the messages that would go, most frequent first. */
  anchors(opened: string, maxBytes?: number): Anchor[];
  /** `open`, `plan` and `finish` in one. */
  compact(session: string, options?: Options): string;
}

export function engine(modules: Modules): Engine {
  const projected = () => projector(() => modules.projector, {}).compaction;
  const verified = () => verifier(() => modules.verifier, {}).verifier;
  const text = (options?: Options) => (options === undefined ? undefined : JSON.stringify(options));
  const self: Engine = {
    open: (session, options) => guarded("input", () => verified().open(session, text(options))),
    plan: (opened) => guarded("plan", () => projected().compressJson(opened)),
    finish: (session, plan, options) => guarded("plan", () => verified().finish(session, plan, text(options))),
    report: (session, plan, options) => guarded("plan", () => verified().report(session, plan, text(options))),
    anchors(opened, maxBytes = 7_000) {
      const { messages, options } = records(opened);
      return guarded("plan", () => projected().anchors(messages, options, maxBytes));
    },
    compact: (session, options) => self.finish(session, self.plan(self.open(session, options)), options),
  };
  return self;
}

/** Runs a call of a component. What it returns as an error is thrown as it is; that, and a trap, become a `CentoError`. */
function guarded<T>(at: "input" | "plan", call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (typeof error === "string") throw new CentoError(error, at);
    if (error instanceof WebAssembly.RuntimeError) {
      throw new CentoError("the component stopped, most likely for lack of memory", at);
    }
    // The projector's errors are variants; `open` has ruled out all but one of them.
    if (!(error instanceof Error) && typeof error === "object" && error !== null && "tag" in error) {
      throw new CentoError(`no plan: ${String(error.tag)}`, at);
    }
    throw error;
  }
}
