import type { LedgerLine } from '../../../contract/entities/closing/ledger-entry.ts';
import {
  actorsOf,
  ledgerSubjects,
  type LedgerNames,
} from '../../../contract/rules/closing/ledger-details.ts';
import type { MirrorDatabase } from '../../database.ts';
import { signingSubjects } from '../signing/packets/signing-subjects.ts';

/** Returns the names of everything that a deal's ledger mentions and that is on this device. */
export async function ledgerNames(
  db: MirrorDatabase,
  transaction: string,
  lines: readonly LedgerLine[],
): Promise<LedgerNames> {
  const { signatures, documents, releases, preparedIn } = ledgerSubjects(lines);
  const [signed, items, prepared] = await Promise.all([
    signingSubjects(
      db,
      transaction,
      signatures.map((uuid) => ({ kind: 'assignment', uuid })),
    ),
    db.items.bulkGet(documents),
    db.releases.bulkGet(releases),
  ]);
  const known = <Row extends object>(row: Row | undefined): Row[] => (row === undefined ? [] : [row]);
  return {
    signatures: new Map(
      [...signed].flatMap(([uuid, { person, document }]) =>
        person === undefined || document === undefined ? [] : [[uuid, `${person}, “${document}”`] as const],
      ),
    ),
    documents: new Map(items.flatMap(known).map(({ uuid, name }) => [uuid, name])),
    releases: new Map(prepared.flatMap(known).map(({ uuid, name }) => [uuid, name])),
    people: actorsOf(lines),
    preparedIn,
  };
}
