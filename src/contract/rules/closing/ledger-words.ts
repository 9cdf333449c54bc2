import { isLedgerEvent, type LedgerEvent } from './ledger-events.ts';

/** The part of a ledger line that is described. */
export interface LedgerFacts {
  /** A `LedgerEvent`, or one of a newer version. */
  readonly event: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Returns a date of the ledger, such as "Dec 5, 2026". @param date `YYYY-MM-DD` */
export function ledgerDay(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}

/** Describes a line of the ledger in a few words, for the screen and for paper. */
export function ledgerInWords({ event, details }: LedgerFacts): string {
  return isLedgerEvent(event) ? inWords(event, details) : 'Recorded by a newer version of Counterpart';
}

function inWords(event: LedgerEvent, details: LedgerFacts['details']): string {
  switch (event) {
    case 'held':
      return `${signatures(details)} held`;
    case 'rejected':
      return withText(`${signatures(details)} rejected`, details, 'reason');
    case 'document_replaced': {
      const words = withText('Document replaced', details, 'name');
      return ledgerSignatures({ details }).length === 0
        ? words
        : `${words}, ${signatures(details)} carried over`;
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
    case 'confirmations_dropped':
      return `Confirmations dropped: new file for “${textIn(details['name'])}”`;
    case 'acceptance_required':
      return details['required'] === true
        ? 'Signatures must be accepted from now on'
        : 'Signatures count without acceptance from now on';
    case 'release_withdrawn':
      return withText('Release withdrawn', details, 'reason');
    case 'released':
      return releasedInWords(details);
  }
}

/** The assignments that a line is about. */
export function ledgerSignatures({ details: { signatures } }: Pick<LedgerFacts, 'details'>): string[] {
  return textsIn(signatures);
}

function releasedInWords(details: LedgerFacts['details']): string {
  const { effective_date: date, without } = details;
  const released = `${signatures(details)} released`;
  const dated = typeof date === 'string' ? `${released}, effective ${ledgerDay(date)}` : released;
  const gone = textsIn(without);
  return gone.length === 0 ? dated : `${dated} (no longer on the transaction: ${gone.join(', ')})`;
}

function neededInWords({ needed, cleared }: LedgerFacts['details']): string {
  if (needed !== 1) return 'Confirmations needed: two people';
  return `Confirmations needed: one person${Array.isArray(cleared) ? ' (earlier confirmations dropped)' : ''}`;
}

function signatures(details: LedgerFacts['details']): string {
  const count = ledgerSignatures({ details }).length;
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'signature' : 'signatures'}`;
}

/** The text in a value of a line, or ''. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The texts in a list of a line. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function withText(words: string, details: LedgerFacts['details'], field: string): string {
  const text = details[field];
  return typeof text === 'string' && text !== '' ? `${words}: ${text}` : words;
}
