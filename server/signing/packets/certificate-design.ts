import type { Paragraph, SignaturePageDesign } from '../../../src/contract/entities/signature-page-design.ts';
import type { Evidence, EvidenceEvent } from '../../../src/contract/entities/evidence.ts';
import { fieldList, textOf } from '../../../src/contract/rules/evidence/event-details.ts';
import type { SigningEventKind } from '../../../src/contract/rules/signing/signing-events.ts';
import { bold, literal, textDesign } from './front-matter.ts';

/** What a certificate of completion certifies. */
export interface CompletedPacket {
  readonly deal: string;
  readonly evidence: Evidence;
  /** The names of the team's members, by their ids. */
  readonly team: ReadonlyMap<string, string>;
  readonly seal: SealingCertificate;
}

export interface SealingCertificate {
  readonly name: string;
  /** SHA-256, as hexadecimal digits. */
  readonly fingerprint: string;
  readonly isSelfSigned: boolean;
}

const KINDS: Readonly<Record<string, string>> = {
  sent: 'Sent',
  reminded: 'Reminder sent',
  delegated: 'Said to be for somebody else',
  unlocked: 'Access code entered',
  viewed: 'Opened',
  consented: 'Agreed to sign electronically',
  adopted: 'Signature chosen',
  filled: 'Fields filled in',
  signed: 'Pages signed',
  finished: 'Submitted',
  returned: 'Pages came back on paper',
  declined: 'Declined',
  cancelled: 'Canceled',
  expired: 'Expired',
  sealed: 'Sealed',
  timestamped: 'Timestamp added',
  accepted: 'Accepted',
  rejected: 'Rejected',
} satisfies Record<SigningEventKind, string>;

/** The pages at the end of a signed packet that say who signed what, and how that can be proved (docs/product/evidence.md). */
export function certificateDesign({ deal, evidence, team, seal }: CompletedPacket): SignaturePageDesign {
  const { events, head } = evidence;
  const sent = events.find(({ kind }) => kind === 'sent')?.details ?? {};
  const consent = events.findLast(({ kind }) => kind === 'consented')?.details ?? {};
  const signatory = textOf(sent, 'signatory');
  return textDesign([
    bold('Certificate of completion'),
    literal(deal),
    `Packet ${evidence.packet}`,
    ' ',
    bold('Signatory'),
    ...(signatory === '' ? [] : [literal(signatory)]),
    `Email: ${literal(textOf(sent, 'to'))}`,
    ...Object.values(capacitiesOf(sent)).map((capacity) => `Signed as: ${literal(capacity)}`),
    ' ',
    bold('Documents shown to the signatory'),
    ...fieldList(sent['documents']).flatMap((document): Paragraph[] => {
      const hash = textOf(document, 'sha256');
      const name = literal(textOf(document, 'name'));
      if (hash === '') return [`${name}: no file`];
      return [`${name}, version ${Number(document['version'])}`, `SHA-256 ${hash}`];
    }),
    ' ',
    bold('Signed pages'),
    ...signedPages(events, sent),
    ' ',
    bold('Consent'),
    `Version ${textOf(consent, 'version')} of the consent text:`,
    ...(Array.isArray(consent['paragraphs'])
      ? consent['paragraphs'].map((each) => literal(String(each)))
      : []),
    ' ',
    bold('Events'),
    ...events.flatMap((event) => eventLines(event, team)),
    ' ',
    bold('Seal'),
    literal(`Sealed with the certificate of ${seal.name}.`),
    `SHA-256 ${seal.fingerprint}`,
    seal.isSelfSigned
      ? 'This certificate is self-signed: it proves which installation sealed the file, but no authority vouches for its name.'
      : 'This certificate was issued by an authority that vouches for its name.',
    ' ',
    bold('Record of events'),
    `${head.count} events. Each contains the hash of the one before. The hash of the last is:`,
    head.hash,
    'The file evidence.json, which is attached to this PDF, contains them.',
  ]);
}

function signedPages(events: readonly EvidenceEvent[], sent: Record<string, unknown>): Paragraph[] {
  const numbers = new Map(fieldList(sent['pages']).map(({ uuid, number }) => [uuid, Number(number)]));
  const capacities = capacitiesOf(sent);
  return events
    .filter(({ kind }) => kind === 'signed')
    .flatMap(({ details }) => fieldList(details['signatures']))
    .flatMap((signature) => {
      const capacity = capacities[textOf(signature, 'assignment')] ?? '';
      const number = numbers.get(signature['page']);
      const where = number === undefined ? '' : `Page ${number}`;
      return [
        literal([where, capacity].filter((each) => each !== '').join(': ')),
        `SHA-256 ${textOf(signature, 'sha256')}`,
      ];
    });
}

function eventLines(event: EvidenceEvent, team: ReadonlyMap<string, string>): Paragraph[] {
  const { seq, kind, at, device_at: device, actor, address, details } = event;
  const by = actor === null ? '' : (team.get(actor) ?? '');
  const to = textOf(details, 'to');
  const name = kind === 'adopted' ? textOf(details, 'name') : '';
  const isDrawn = kind === 'adopted' && textOf(details, 'style') === 'drawn';
  const said = [
    `${seq}. ${isDrawn ? 'Signature drawn' : (KINDS[kind] ?? kind)}`,
    ...(name === '' ? [] : [`“${name}”`]),
    ...(by === '' ? [] : [`by ${by}`]),
    ...(to === '' ? [] : [`to ${to}`]),
  ];
  const times = [
    `Server: ${inUtc(at)}`,
    ...(device === null ? [] : [`device: ${inUtc(device)}`]),
    ...(address === '' ? [] : [`IP address: ${address}`]),
  ];
  return [literal(said.join(' ')), literal(`    ${times.join('; ')}`)];
}

/** "2026-03-01 12:00:00 UTC". */
function inUtc(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}

function capacitiesOf({ capacities }: Record<string, unknown>): Record<string, string> {
  if (typeof capacities !== 'object' || capacities === null) return {};
  return Object.fromEntries(Object.entries(capacities).map(([key, value]) => [key, String(value)]));
}
