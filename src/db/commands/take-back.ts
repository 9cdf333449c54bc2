import type { Step } from '../command.ts';
import type { MirrorDatabase } from '../database.ts';
import { carryOutSteps, ChangedSinceError } from '../mutate.ts';

export type { Step } from '../command.ts';

/**
 * Takes an act back by the steps that the command answered, all or none. Answers the steps that do it again; null where it
 * is no longer as it was left, because somebody has changed it or the server refused it: nothing is changed then.
 */
export async function takeBack(db: MirrorDatabase, steps: readonly Step[]): Promise<Step[] | null> {
  try {
    return await carryOutSteps(db, steps);
  } catch (error) {
    if (error instanceof ChangedSinceError) return null;
    throw error;
  }
}
