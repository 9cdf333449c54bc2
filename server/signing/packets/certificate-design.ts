import type {
  Paragraph,
  SignaturePageDesign,
} from '../../../src/contract/entities/signing/signature-page-design.ts';
import type { Evidence, EvidenceEvent } from '../../../src/contract/entities/closing/evidence.ts';
import { fieldList, textOf } from '../../../src/contract/rules/evidence/event-details.ts';
import { eventInWords } from '../../../src/contract/rules/signing/packets/event-in-words.ts';
import { isSigningEvent } from '../../../src/contract/rules/signing/packets/signing-events.ts';
import { bold, literal, textDesign } from './front-matter.ts';

/** The facts that a certificate of completion certifies. */
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

/** The pages at the end of a signed packet that say who signed what, and how to prove it (docs/product/evidence.md). */
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
    ...[...new Set(Object.values(capacitiesOf(sent)))].map((capacity) => `Signed as: ${literal(capacity)}`),
    ' ',
    bold('Documents made available to the signatory'),
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
    ...witnesses(events, sent),
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
      ? 'This certificate is self-signed: it proves which Counterpart server sealed the file, but no authority vouches for its name.'
      : 'This certificate was issued by an authority that vouches for its name.',
    ' ',
    bold('Record of events'),
    `${head.count} events. Each contains the hash of the one before. The hash of the last is:`,
    head.hash,
    'The file evidence.json, which is attached to this PDF, contains them.',
  ]);
}

function signedPages(events: readonly EvidenceEvent[], sent: Record<string, unknown>): Paragraph[] {
  const names = new Map(
    fieldList(sent['documents']).map((document) => [document['item'], textOf(document, 'name')]),
  );
  const pages = new Map(fieldList(sent['pages']).map((page) => [page['uuid'], page]));
  const capacities = capacitiesOf(sent);
  return events
    .filter(({ kind }) => kind === 'signed')
    .flatMap(({ details }) => fieldList(details['signatures']))
    .flatMap((signature) => {
      const capacity = capacities[textOf(signature, 'assignment')] ?? '';
      const page = pages.get(signature['page']);
      const name = names.get(page?.['item']) ?? '';
      const where =
        page === undefined ? '' : `Page ${Number(page['number'])}${name === '' ? '' : `, ${name}`}`;
      return [
        literal([where, capacity].filter((each) => each !== '').join(': ')),
        `SHA-256 ${textOf(signature, 'sha256')}`,
      ];
    });
}

function witnesses(events: readonly EvidenceEvent[], sent: Record<string, unknown>): Paragraph[] {
  const numbers = new Map(fieldList(sent['pages']).map((page) => [page['uuid'], Number(page['number'])]));
  const signed = events.filter(({ kind }) => kind === 'witnessed');
  if (signed.length === 0) return [];
  return [
    bold('Witnesses'),
    ...signed.flatMap(({ details }): Paragraph[] => {
      const [witness = {}] = fieldList([details['witness']]);
      const pages = fieldList(details['pages']).map(({ page }) => numbers.get(page) ?? 0);
      const where = `${pages.length === 1 ? 'Page' : 'Pages'} ${pages.join(', ')}`;
      const device = details['on_device'] === 'own' ? 'their own device' : 'the signatory’s device';
      return [
        literal(`${where}: ${textOf(witness, 'name')}, ${textOf(witness, 'occupation')}`),
        literal(`    ${textOf(witness, 'address')}`),
        literal(`    Not a party. Signed on ${device}. Attested: “${textOf(details, 'attestation')}”`),
      ];
    }),
    ' ',
  ];
}

function eventLines(event: EvidenceEvent, team: ReadonlyMap<string, string>): Paragraph[] {
  const { seq, kind, at, device_at: device, actor, address, details } = event;
  const by = actor === null ? '' : (team.get(actor) ?? '');
  const to = textOf(details, 'to');
  const name = kind === 'adopted' ? textOf(details, 'name') : '';
  const note = kind === 'witnessed' || kind === 'deed_submitted' ? textOf(details, 'note') : null;
  const style = textOf(details, 'style');
  const list = kind === 'signed' ? details['signatures'] : details['fields'];
  const count = Array.isArray(list) ? list.length : null;
  const said = [
    `${seq}. ${isSigningEvent(kind) ? eventInWords(kind, { note, count, style }) : kind}`,
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
