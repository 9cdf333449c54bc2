import type { DeedAct } from '../../../src/contract/entities/signing/listed-assignment.ts';
import { textOf } from '../../../src/contract/rules/evidence/event-details.ts';
import { instant } from '../../present/present-row.ts';
import type { Tx } from '../../store/tables.ts';

/** Reads the record of a deal's deeds, and returns a function that lists an assignment's entries, oldest first. */
export async function readDeedLog(tx: Tx, deal: string): Promise<(assignment: string) => DeedAct[]> {
  const rows = await tx
    .selectFrom('signing_events')
    .select(['kind', 'at', 'details'])
    .where('transaction', '=', deal)
    .where('kind', 'in', ['deed_submitted', 'witnessed'])
    .orderBy('at')
    .orderBy('seq')
    .execute();
  const acts = rows.map(({ kind, at, details }) => {
    const { assignments } = details;
    const isWitness = kind === 'witnessed';
    const act: DeedAct = {
      at: instant(at),
      kind: isWitness ? 'witnessed' : 'deed_submitted',
      document_sha256: isWitness ? null : textOf(details, 'document'),
      witness: isWitness ? textOf(details, 'note') : null,
    };
    return { act, assignments: new Set(Array.isArray(assignments) ? assignments.map(String) : []) };
  });
  return (assignment) => acts.flatMap((each) => (each.assignments.has(assignment) ? each.act : []));
}
