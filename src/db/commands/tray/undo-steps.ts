import type { Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { runSteps, ChangedSinceError } from '../../outbox/mutate.ts';

export type { Step } from '../../outbox/command.ts';

/**
 * Takes an act back by the steps that the command answered, all or none. Answers the steps that do it again; null where it
 * is no longer as it was left, because somebody has changed it or the server refused it: nothing is changed then.
 */
export async function undoSteps(db: MirrorDatabase, steps: readonly Step[]): Promise<Step[] | null> {
  try {
    return await runSteps(db, steps);
  } catch (error) {
    if (error instanceof ChangedSinceError) return null;
    throw error;
  }
}
