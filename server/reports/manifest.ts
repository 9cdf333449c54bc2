import {
  countsAsSignature,
  isExecuted,
} from '../../src/contract/rules/signing/assignments/assignment-status.ts';
import { csvText } from '../../src/contract/rules/tables/csv.ts';
import { lineStatus, type DealSignatures, type SignatureLine } from './signing-rows.ts';

// The signature manifest has one row for each required signature.

const CSV_HEAD = [
  'No.',
  'Document',
  'Page',
  'Party',
  'Signatory',
  'Capacity',
  'Email address',
  'Needed',
  'Status',
  'Sent (UTC)',
  'Signed or returned (UTC)',
  'Accepted (UTC)',
];

/** Returns the required signatures. Void ones have been replaced, or are no longer requested. */
export function requiredSignatures({ lines }: DealSignatures): SignatureLine[] {
  return lines.filter(({ status }) => countsAsSignature(status));
}

export function manifestCsv(signatures: DealSignatures): string {
  const rows = requiredSignatures(signatures).map((line) => [
    line.number,
    line.document,
    line.page,
    line.party.name,
    line.signer?.name ?? '',
    line.capacity,
    line.signerEmail,
    needs(line),
    lineStatus(line),
    time(line.sentAt),
    time(line.signedAt),
    time(line.acceptedAt),
  ]);
  return csvText([CSV_HEAD, ...rows]);
}

/** Returns the manifest as a table to print. */
export function manifestTable(signatures: DealSignatures, now: Date) {
  const { deal } = signatures;
  const lines = requiredSignatures(signatures);
  const executed = lines.filter(({ status }) => isExecuted(status)).length;
  return {
    title: 'Signature manifest',
    subtitle: deal.name,
    note: `${executed} of ${lines.length} signatures executed · ${time(now)} UTC`,
    columns: [
      { head: 'No.', share: 6 },
      { head: 'Document', share: 22 },
      { head: 'Page', share: 11 },
      { head: 'Signed by', share: 32 },
      { head: 'Needed', share: 10 },
      { head: 'Status', share: 11 },
      { head: 'Signed or returned (UTC)', share: 8 },
    ],
    rows: lines.map((line) => [
      line.number,
      line.document,
      line.page,
      line.capacity,
      needs(line),
      lineStatus(line),
      time(line.signedAt),
    ]),
    paper: deal.paper_size,
  };
}

function needs({ needsInk, requiresNotary, requiresWitness }: SignatureLine): string {
  return [needsInk && 'Ink original', requiresWitness && 'Witness', requiresNotary && 'Notary']
    .filter(Boolean)
    .join(', ');
}

/** `2026-03-01 12:00` */
function time(at: Date | null): string {
  return at === null ? '' : at.toISOString().slice(0, 16).replace('T', ' ');
}
