import type { LedgerLine } from '../../contract/entities/closing/ledger-entry.ts';
import type { SigningSubject } from '../../db/queries/signing/signing-subjects.ts';
import { formatDate } from '../lib/format/dates.ts';
import { CLOSING } from './closing-copy.ts';

/** Describes an entry of the ledger in a few words. */
export function ledgerInWords({ event, details }: Pick<LedgerLine, 'event' | 'details'>): string {
  switch (event) {
    case 'held':
      return `${CLOSING.signatures(countIn(details))} held`;
    case 'rejected':
      return withText(`${CLOSING.signatures(countIn(details))} rejected`, details, 'reason');
    case 'document_replaced': {
      const words = withText('Document replaced', details, 'name');
      const carried = countIn(details);
      return carried === 0 ? words : `${words}, ${CLOSING.signatures(carried)} carried over`;
    }
    case 'release_created':
      return withText('Release prepared', details, 'name');
    case 'release_edited':
      return withText('Release changed', details, 'name');
    case 'condition_met':
      return withText('Condition met', details, 'text');
    case 'condition_reopened':
      return withText('Condition reopened', details, 'text');
    case 'release_confirmed':
      return 'Release confirmed';
    case 'confirmation_withdrawn':
      return 'Confirmation withdrawn';
    case 'confirmations_needed':
      return neededInWords(details);
    case 'release_withdrawn':
      return withText('Release withdrawn', details, 'reason');
    case 'released': {
      const released = `${CLOSING.signatures(countIn(details))} released`;
      const date = details['effective_date'];
      const dated = typeof date === 'string' ? `${released}, effective ${formatDate(date)}` : released;
      const without = namesIn(details['without']);
      return without.length === 0 ? dated : `${dated} (no longer on the transaction: ${without.join(', ')})`;
    }
  }
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function neededInWords({ needed, cleared }: LedgerLine['details']): string {
  if (needed !== 1) return 'Confirmations needed: two people';
  return `Confirmations needed: one person${Array.isArray(cleared) ? ' (earlier confirmations dropped)' : ''}`;
}

/** How many signatures an entry names. */
const NAMED = 20;

/** The assignments that an entry is about. */
export function ledgerSignatures({ details: { signatures } }: Pick<LedgerLine, 'details'>): string[] {
  return namesIn(signatures);
}

/** Whose signatures of what an entry is about, as far as this device knows; none if it knows none of them. */
export function signaturesInWords(
  line: Pick<LedgerLine, 'event' | 'details'>,
  known: ReadonlyMap<string, SigningSubject> = new Map(),
): string[] {
  if (!['held', 'rejected', 'released'].includes(line.event)) return [];
  const uuids = ledgerSignatures(line);
  const names = uuids.flatMap((uuid) => {
    const { person, document } = known.get(uuid) ?? {};
    return person === undefined || document === undefined ? [] : `${person}, “${document}”`;
  });
  const shown = [...new Set(names.slice(0, NAMED))];
  const more = uuids.length - Math.min(names.length, NAMED);
  return shown.length > 0 && more > 0 ? [...shown, `${more} more`] : shown;
}

function countIn(details: LedgerLine['details']): number {
  return ledgerSignatures({ details }).length;
}

function withText(words: string, details: LedgerLine['details'], field: string): string {
  const text = details[field];
  return typeof text === 'string' && text !== '' ? `${words}: ${text}` : words;
}
