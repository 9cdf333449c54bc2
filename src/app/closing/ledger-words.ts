import type { LedgerLine } from '../../contract/entities/closing/ledger-entry.ts';
import { ledgerSignatures, namesSignatures } from '../../contract/rules/closing/ledger-words.ts';
import type { SigningSubject } from '../../db/queries/signing/signing-subjects.ts';

/** How many signatures an entry names. */
const NAMED = 20;

/** Whose signatures of what an entry is about, as far as this device knows; none if it knows none of them. */
export function signaturesInWords(
  line: Pick<LedgerLine, 'event' | 'details'>,
  known: ReadonlyMap<string, SigningSubject> = new Map(),
): string[] {
  if (!namesSignatures(line)) return [];
  const uuids = ledgerSignatures(line);
  const names = uuids.flatMap((uuid) => {
    const { person, document } = known.get(uuid) ?? {};
    return person === undefined || document === undefined ? [] : `${person}, “${document}”`;
  });
  const shown = [...new Set(names.slice(0, NAMED))];
  const more = uuids.length - Math.min(names.length, NAMED);
  return shown.length > 0 && more > 0 ? [...shown, `${more} more`] : shown;
}
