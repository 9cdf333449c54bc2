import type { SigningEventKind } from './signing-events.ts';

/**
 * Describes an event of a packet, as a sentence without its subject. A packet's history and its certificate of completion use
 * the same words.
 * @param note to whom it was sent, why it ended, or how it was sealed
 * @param count of the signatures that were added, or the fields that were filled in
 */
export function eventInWords(
  kind: SigningEventKind,
  { note = null, count = null, style = '' }: EventFacts = {},
): string {
  const because = note === null ? '' : `: ${note}`;
  switch (kind) {
    case 'sent':
      return note === null ? 'Sent' : `Sent to ${note}`;
    case 'envelope_created':
      return 'Handed to DocuSign';
    case 'envelope_opened':
      return 'Went to DocuSign to sign';
    case 'envelope_completed':
      return 'Stored DocuSign’s signed file and its certificate';
    case 'reminded':
      return 'Sent a reminder';
    case 'undelivered':
      return note === null ? 'The email couldn’t be delivered' : `The email couldn’t be delivered. ${note}`;
    case 'unlocked':
      return 'Entered the access code';
    case 'device_code_sent':
      return 'Asked for a code on a new device';
    case 'device_confirmed':
      return 'Entered the emailed code on a new device';
    case 'viewed':
      return 'Opened the packet';
    case 'consented':
      return 'Agreed to sign electronically';
    case 'adopted':
      return ADOPTED[style] ?? 'Chose a signature';
    case 'filled':
      return `Filled in ${some(count, 'field', 'fields')}`;
    case 'signed':
      return `Added ${some(count, 'signature', 'signatures')}`;
    case 'deed_submitted':
      return note === null
        ? 'Submitted the deed with the whole document'
        : `Submitted “${note}” with the whole document`;
    case 'witness_invited':
      return 'Got a code for their witness';
    case 'witnessed':
      return note === null ? 'Witnessed' : `Witnessed by ${note}, who attested to being present`;
    case 'finished':
      return 'Submitted';
    case 'uploaded':
      return note === null ? 'Sent back signed pages' : `Sent back “${note}”`;
    case 'returned':
      return `Returned on paper${count === null ? '' : ` (${some(count, 'page', 'pages')})`}`;
    case 'declined':
      return `Declined to sign${because}`;
    case 'delegated':
      return `Said that these pages aren’t for them${because}`;
    case 'cancelled':
      return `Canceled${because}`;
    case 'expired':
      return 'Expired';
    case 'sealed':
      return note === null ? 'Sealed' : `Sealed ${note}`;
    case 'timestamped':
      return 'Added the timestamp to the seal';
    case 'accepted':
      return 'Accepted';
    case 'rejected':
      return `Rejected${because}`;
  }
}

interface EventFacts {
  note?: string | null;
  count?: number | null;
  /** How the signature was made. */
  style?: string;
}

const ADOPTED: Readonly<Record<string, string>> = {
  drawn: 'Drew a signature',
  picture: 'Chose a picture of a signature',
};

function some(count: number | null, one: string, many: string): string {
  return `${count ?? 1} ${(count ?? 1) === 1 ? one : many}`;
}
