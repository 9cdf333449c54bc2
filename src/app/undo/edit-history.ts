import type { Step } from '../../db/commands/tray/undo-steps.ts';

/** How many acts can be undone. */
export const HISTORY_LENGTH = 50;

/** One act of the user: its label, such as `Rename “Bylaws”`, and the steps that undo it. */
export interface Act {
  label: string;
  steps: readonly Step[];
}

/** Labels of the acts that undo and redo would apply to next; null = none. */
export interface HistoryState {
  undo: string | null;
  redo: string | null;
}

export type HistoryDirection = keyof HistoryState;

/**
 * The result of an undo or redo. `changed_since`: skipped because someone has changed the same thing since. Null = nothing to
 * do.
 */
export type Outcome = { kind: 'done' | 'changed_since'; label: string } | null;

/**
 * The user's last acts in one deal, for as long as this tab is open. An undone act can be redone until the next new act.
 *
 * @param undoSteps runs steps; returns the steps that reverse them, or null if things have changed since
 */
export class EditHistory {
  readonly #undoSteps: (steps: readonly Step[]) => Promise<Step[] | null>;
  readonly #acts: Record<HistoryDirection, Act[]> = { undo: [], redo: [] };
  readonly #listeners = new Set<() => void>();
  #state: HistoryState = { undo: null, redo: null };
  /** The last pending operation. Operations run one after another, however fast the keys arrive. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(undoSteps: (steps: readonly Step[]) => Promise<Step[] | null>) {
    this.#undoSteps = undoSteps;
  }

  /** Records an act as soon as its command is done. An undo that comes earlier waits for it. Rejects if the command does. */
  async follow(label: string, command: Promise<readonly Step[]>): Promise<void> {
    const before = this.#last;
    const recorded = (async () => {
      const steps = await command;
      await before;
      this.record({ label, steps });
    })();
    this.#last = recorded.catch(() => undefined);
    return recorded;
  }

  /** Records an act that was just carried out. An act without steps cannot be undone and is not recorded. */
  record(act: Act): void {
    if (act.steps.length === 0) return;
    this.#acts.undo = [...this.#acts.undo, act].slice(-HISTORY_LENGTH);
    this.#acts.redo = [];
    this.#publish();
  }

  /** Undoes the last act, or redoes the last undone act. */
  async go(direction: HistoryDirection): Promise<Outcome> {
    const gone = this.#last.then(async () => this.#goNow(direction));
    this.#last = gone.catch(() => undefined);
    return gone;
  }

  async #goNow(direction: HistoryDirection): Promise<Outcome> {
    const act = this.#acts[direction].at(-1);
    if (!act) return null;
    const { label } = act;
    const steps = await this.#undoSteps(act.steps);
    // Only remove the act now: if the disk was full, the user can try again.
    this.#acts[direction] = this.#acts[direction].filter((other) => other !== act);
    if (steps) this.#acts[direction === 'undo' ? 'redo' : 'undo'].push({ label, steps });
    this.#publish();
    return { kind: steps ? 'done' : 'changed_since', label };
  }

  #publish(): void {
    this.#state = {
      undo: this.#acts.undo.at(-1)?.label ?? null,
      redo: this.#acts.redo.at(-1)?.label ?? null,
    };
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): HistoryState => this.#state;
}
