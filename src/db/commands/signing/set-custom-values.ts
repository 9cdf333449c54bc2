import type { MirrorDatabase } from '../../database.ts';
import type { Step } from '../../outbox/command.ts';
import { runSteps, step } from '../../outbox/mutate.ts';
import { newUuid } from '../../uuid.ts';
import {
  createCustomValueDefinition,
  deleteCustomValueDefinition,
  updateCustomValueDefinition,
} from './custom-values.ts';

/** The value that one signatory is to have for one field. */
export interface NewValue {
  signatory: string;
  customKey: string;
  /** Empty = none. */
  value: string;
  /** The uuid of the value that they have now; null = none. */
  existing: string | null;
}

/** Sets, changes and clears values of signatories, as one act. */
export async function setCustomValues(
  db: MirrorDatabase,
  { transaction, values }: { transaction: string; values: readonly NewValue[] },
): Promise<Step[]> {
  return runSteps(
    db,
    values.flatMap(({ signatory, customKey, value, existing }) => {
      if (existing === null)
        return value === ''
          ? []
          : step(createCustomValueDefinition, { transaction, uuid: newUuid(), signatory, customKey, value });
      return value === ''
        ? step(deleteCustomValueDefinition, { transaction, uuid: existing })
        : step(updateCustomValueDefinition, { transaction, uuid: existing, value });
    }),
  );
}
