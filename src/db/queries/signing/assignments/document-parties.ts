import { byOrder } from '../../../../contract/rules/checklist/order.ts';
import {
  countsAsSignature,
  isExecuted,
} from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import type { MirrorDatabase } from '../../../database.ts';

/** The people who sign a document, and how many of its signatures are executed. */
export interface DocumentParties {
  /** Names, in the order of the signatories. */
  names: readonly string[];
  executed: number;
  total: number;
}

/** Returns the parties of a deal's documents, by item. A document that nobody signs is left out. */
export async function documentParties(
  db: MirrorDatabase,
  transaction: string,
): Promise<ReadonlyMap<string, DocumentParties>> {
  const [signatories, assignments] = await db.transaction('r', [db.signatories, db.assignments], async () =>
    Promise.all([
      db.signatories.where({ transaction }).toArray(),
      db.assignments.where({ transaction }).toArray(),
    ]),
  );
  const inOrder = signatories.toSorted(byOrder);
  const counted = assignments.filter(({ status }) => countsAsSignature(status));
  return new Map(
    Array.from(
      Map.groupBy(counted, ({ item }) => item),
      ([item, own]) => {
        const signing = new Set(own.map(({ signatory }) => signatory));
        const names = inOrder.flatMap(({ uuid, fullName }) => (signing.has(uuid) ? fullName : []));
        const executed = own.filter(({ status }) => isExecuted(status)).length;
        return [item, { names, executed, total: own.length }];
      },
    ),
  );
}
