import type { Step } from '../../db/commands/tray/undo-steps.ts';

/** How many acts can be taken back. */
export const HISTORY_LENGTH = 50;

/** One act of the person: what is said of it, as in `Rename “Bylaws”`, and what takes it back. */
export interface Act {
  label: string;
  steps: readonly Step[];
}

/** What can be taken back and done again; the last act of each. */
export interface HistoryState {
  undo: string | null;
  redo: string | null;
}

export type HistoryDirection = keyof HistoryState;

/** What came of it: the act that was taken back or done again, or is no longer as it was left, or null: there was none. */
export type Outcome = { kind: 'done' | 'changed_since'; label: string } | null;

/**
 * The last acts of the person in one deal, in this tab, for as long as it is open. Each undo puts the act among those that
 * can be done again; a new act lets go of these.
 *
 * @param undoSteps carries steps out; answers what takes them back again, or null where things have changed since
 */
export class EditHistory {
  readonly #undoSteps: (steps: readonly Step[]) => Promise<Step[] | null>;
  readonly #acts: Record<HistoryDirection, Act[]> = { undo: [], redo: [] };
  readonly #listeners = new Set<() => void>();
  #state: HistoryState = { undo: null, redo: null };
  /** One after another, however fast the keys come. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(undoSteps: (steps: readonly Step[]) => Promise<Step[] | null>) {
    this.#undoSteps = undoSteps;
  }

  /**
   * Notes an act as soon as its command is done; whoever wants to take it back before that waits for it. Rejects where the
   * command does.
   */
  async follow(label: string, command: Promise<readonly Step[]>): Promise<void> {
    const before = this.#last;
    const noted = (async () => {
      const steps = await command;
      await before;
      this.record({ label, steps });
    })();
    this.#last = noted.catch(() => undefined);
    return noted;
  }

  /** Notes an act that was just carried out. One that nothing takes back is not noted. */
  record(act: Act): void {
    if (act.steps.length === 0) return;
    this.#acts.undo = [...this.#acts.undo, act].slice(-HISTORY_LENGTH);
    this.#acts.redo = [];
    this.#publish();
  }

  /** Takes the last act back, or does again the one that was last taken back. */
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
    // Only now: where the disk had no room for it, it can be tried again.
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
