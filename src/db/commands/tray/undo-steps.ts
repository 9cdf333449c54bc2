import type { Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { runSteps, ChangedSinceError } from '../../outbox/mutate.ts';

export type { Step } from '../../outbox/command.ts';

/**
 * Undoes an act by the steps that the command returned, all or none. Returns the steps that redo it, or null if the rows have
 * changed since, because somebody has edited them or the server rejected the act. Nothing changes in that case.
 */
export async function undoSteps(db: MirrorDatabase, steps: readonly Step[]): Promise<Step[] | null> {
  try {
    // Most undo synchronously, so that the screen shows it in the same task (SPEC: SHOW1).
    if (steps.every(({ prepare }) => prepare === undefined)) return await runSteps(db, steps);
    return await runSteps(db, await Promise.all(steps.map(async (each) => each.prepare?.(db) ?? each)));
  } catch (error) {
    if (error instanceof ChangedSinceError) return null;
    throw error;
  }
}
