import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql, type Selectable } from 'kysely';
import * as z from 'zod';
import { verifyEvidence } from '../../../server/admin/verify-evidence.ts';
import { drawAdopted } from '../../../server/signing/packets/draw-signature.ts';
import { serverFonts } from '../../../server/signing/page-fonts.ts';
import { knownCertificates } from '../../../server/signing/seal/seal-certificates.ts';
import type { PacketTable } from '../../../server/store/deals/packets/packet-tables.ts';
import { checkFile } from '../../../src/contract/rules/evidence/check-file.ts';
import { concat } from '../../../src/contract/rules/evidence/der-write.ts';
import { fieldList } from '../../../src/contract/rules/evidence/event-details.ts';
import { firstBrokenLink } from '../../../src/contract/rules/evidence/hash-chain.ts';
import { countsAsSignature } from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { isOut } from '../../../src/contract/rules/signing/packets/packet-status.ts';
import { pdfsig } from '../../support/signing/verifiers.ts';
import type { Press } from './room-screen.ts';
import type { Signer } from './signer.ts';
import type { SigningDeal } from './signing-deal.ts';
import type { SigningServer } from './signing-server.ts';

/** `unconfirmed`: a signature that nobody gave. `other`: any other rule. */
export interface Finding {
  kind: 'lost' | 'doubled' | 'unconfirmed' | 'unverified' | 'other';
  words: string;
}

/** What the ledger records about a new version of a document. */
const replacementSchema = z.object({
  before: z.object({ document: z.string() }),
  after: z.object({ document: z.string() }),
  /** The signatures that were carried over. */
  signatures: z.array(z.string()),
  superseded: z.array(z.string()),
  authority: z.string().optional(),
  reason: z.string().optional(),
});

type Packet = Selectable<PacketTable>;

interface Scene {
  room: SigningServer;
  deal: SigningDeal;
  signers: readonly Signer[];
}

/** Returns everything that is wrong after a run has finished. */
export async function findFaults({ room, deal, signers }: Scene): Promise<Finding[]> {
  const { db } = room.server;
  const presses = new Map<string, Press[]>();
  for (const press of signers.flatMap((signer) => signer.presses)) {
    const packet = await room.packetOf(press.token);
    presses.set(packet, [...(presses.get(packet) ?? []), press]);
  }
  const packets = await db
    .selectFrom('packets')
    .selectAll()
    .where('transaction', '=', deal.uuid)
    .where('sent_at', 'is not', null)
    .execute();
  const found: Finding[] = [];
  for (const packet of packets) {
    found.push(...(await ofPacket(room, packet, presses.get(packet.uuid) ?? [])));
    found.push(...(await ofEvidence(room, packet)));
  }
  return [
    ...found,
    ...(await ofLinks(room, deal, packets)),
    ...(await ofAssignments(room, deal, packets)),
    ...(await ofVersions(room, deal)),
    ...(await ofLedger(room, deal)),
    ...(await ofExecutedDocuments(room, deal)),
    ...deal.failures.map(other),
  ];
}

/** Compares the server's data of a packet with what its signatory pressed. */
async function ofPacket(
  { server: { db } }: SigningServer,
  packet: Packet,
  presses: readonly Press[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  const named = `packet ${packet.uuid}`;
  const confirmed = presses.filter(({ detail }) => detail < 2);
  const pressed = (button: string) => confirmed.filter((press) => press.button === button);
  const pages = await db
    .selectFrom('packet_pages as page')
    .innerJoin('signed_pages as signed', 'signed.page', 'page.uuid')
    .select(['page.uuid', 'page.order', 'page.assignments', 'signed.tab_values'])
    .where('page.packet', '=', packet.uuid)
    .execute();
  const shown = packet.adopted && (await drawAdopted(packet.adopted, await serverFonts()));
  for (const page of pages) {
    const where = `page ${page.order + 1} of ${named}`;
    const signs = pressed('Sign this page').filter((press) => press.page === page.order + 1);
    if (signs.length === 0)
      found.push({ kind: 'unconfirmed', words: `${where} is signed, but nobody signed it` });
    else if (!signs.some(({ signature }) => signature === shown?.outline))
      found.push({ kind: 'unconfirmed', words: `${where} has another signature than the room showed` });
    const values = Object.values(page.tab_values);
    if (values.length > 0 && !signs.some(({ city }) => values.includes(city)))
      found.push(other(`${where} says ${values.join(', ')}, which nobody entered`));
  }
  const events = await db
    .selectFrom('signing_events')
    .select(['kind', 'details'])
    .where('packet', '=', packet.uuid)
    .execute();
  const of = (kind: string) => events.filter((event) => event.kind === kind);
  for (const [kind, button] of [
    ['consented', 'Continue'],
    ['adopted', 'Use this signature'],
    ['finished', 'Finish and send'],
  ] as const)
    if (of(kind).length > 0 && pressed(button).length === 0)
      found.push({ kind: 'unconfirmed', words: `${named} is ${kind}, but nobody pressed “${button}”` });
  for (const kind of ['sent', 'viewed', 'consented', 'finished', 'sealed'] as const)
    if (of(kind).length > 1)
      found.push({ kind: 'doubled', words: `${named} is ${kind} ${of(kind).length} times` });
  const signed = of('signed').flatMap(({ details }) => fieldList(details['signatures']));
  const assignments = signed.map(({ assignment }) => String(assignment));
  if (new Set(assignments).size < assignments.length)
    found.push({ kind: 'doubled', words: `the evidence of ${named} has a signature twice` });
  const onPages = pages.flatMap((page) => page.assignments);
  if (new Set(onPages).size !== assignments.length || !onPages.every((each) => assignments.includes(each)))
    found.push(other(`the pages and the evidence of ${named} have different signatures`));
  if ((packet.status === 'completed') !== (of('finished').length === 1))
    found.push(other(`${named} is ${packet.status}, with ${of('finished').length} submissions`));
  const unsigned = packet.assignments.filter((each) => !assignments.includes(each));
  if (packet.status === 'completed' && unsigned.length > 0)
    found.push({ kind: 'lost', words: `${named} is completed without ${unsigned.length} of its signatures` });
  if (isOut(packet.status)) found.push(other(`${named} is still ${packet.status}`));
  return found;
}

/** Checks the evidence and the sealed file with our verifier, and the file with another program. */
async function ofEvidence({ server: { db }, objects }: SigningServer, packet: Packet): Promise<Finding[]> {
  const found: Finding[] = [];
  await verifyEvidence({ db, objects }, packet.uuid).catch((error: unknown) =>
    found.push({ kind: 'unverified', words: String(error) }),
  );
  if (packet.status !== 'completed') return found;
  const { signed_file_key: key } = packet;
  if (key === null) return [...found, other(`packet ${packet.uuid} isn’t sealed`)];
  const said = await pdfsig(await buffer(await objects.get(key)));
  if (!said.includes('Signature is Valid.') || !said.includes('Total document signed'))
    found.push({ kind: 'unverified', words: `pdfsig says about packet ${packet.uuid}: ${said}` });
  return found;
}

/** Checks that one link is emailed each time a packet is sent or its signatory is reminded. */
async function ofLinks(
  room: SigningServer,
  deal: SigningDeal,
  packets: readonly Packet[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { name, email, uuid } of deal.signatories) {
    const own = packets.filter(({ signatory }) => signatory === uuid).map((packet) => packet.uuid);
    const events = await room.server.db
      .selectFrom('signing_events')
      .select('kind')
      .where('packet', 'in', own)
      .where('kind', 'in', ['sent', 'reminded'])
      .execute();
    const links = new Set(room.linksTo(email)).size;
    if (links !== events.length)
      found.push(other(`${name} got ${links} links, but ${events.length} were sent`));
  }
  return found;
}

/**
 * Checks that each signatory has exactly one valid signature on each page, from at most one finished packet.
 */
async function ofAssignments(
  { server: { db } }: SigningServer,
  deal: SigningDeal,
  packets: readonly Packet[],
): Promise<Finding[]> {
  const rows = await db
    .selectFrom('assignments')
    .select(['uuid', 'status', 'item_page_uuid', 'signatory'])
    .where('transaction', '=', deal.uuid)
    .where('deleted_at', 'is', null)
    .execute();
  const found: Finding[] = [];
  const completed = packets.filter(({ status }) => status === 'completed');
  for (const { uuid, status } of rows) {
    const holders = completed.filter(({ assignments }) => assignments.includes(uuid));
    if (holders.length > 1)
      found.push({ kind: 'doubled', words: `assignment ${uuid} is signed in two packets` });
    const isGiven = ['signed_pending_acceptance', 'executed', 'released', 'rejected'].includes(status);
    // If a new version voided the signature, the page may or may not have been signed.
    if (status !== 'superseded' && isGiven !== (holders.length === 1))
      found.push({
        kind: isGiven ? 'unconfirmed' : 'lost',
        words: `assignment ${uuid} is ${status}, with ${holders.length} finished packets`,
      });
  }
  const placeOf = (row: { item_page_uuid: string; signatory: string | null }) =>
    `${row.item_page_uuid} ${row.signatory}`;
  const counted = rows.filter(({ status }) => countsAsSignature(status)).map(placeOf);
  if (new Set(counted).size < counted.length)
    found.push({ kind: 'doubled', words: 'a page has two signatures of one person that count' });
  for (const place of new Set(rows.map(placeOf)))
    if (!counted.includes(place))
      found.push({ kind: 'lost', words: `nobody is asked anymore for the signature on ${place}` });
  return found;
}

/**
 * Checks that a signature counts only for the version that its signatory saw, and for versions that the team
 * carried it over to. The ledger records these with a reason. All other signatures are void, and only a new
 * version makes them void.
 */
async function ofVersions({ server: { db } }: SigningServer, deal: SigningDeal): Promise<Finding[]> {
  const found: Finding[] = [];
  const entries = await db
    .selectFrom('ledger_entries')
    .select('details')
    .where('transaction', '=', deal.uuid)
    .where('event', '=', 'document_replaced')
    .orderBy('seq')
    .execute();
  const replacements = entries.map(({ details }) => replacementSchema.parse(details));
  for (const { after, signatures, reason, authority } of replacements) {
    const asked = deal.carriedOver.find(({ document }) => document === after.document);
    const isAsked = signatures.every((each) => asked?.assignments.includes(each));
    if (!isAsked || (signatures.length > 0 && (authority === undefined || reason !== asked?.reason)))
      found.push({ kind: 'unconfirmed', words: `nobody carried ${signatures.join(', ')} over` });
  }
  const rows = await db
    .selectFrom('assignments')
    .innerJoin('items', 'items.uuid', 'assignments.item')
    .leftJoin('collations', 'collations.item', 'items.uuid')
    .select(['assignments.uuid', 'assignments.status', 'items.document', 'collations.document as executed'])
    .where('assignments.transaction', '=', deal.uuid)
    .where('assignments.deleted_at', 'is', null)
    .execute();
  const shown = await db
    .selectFrom('packets')
    .innerJoin('packet_documents as shown', 'shown.packet', 'packets.uuid')
    .innerJoin('assignments', 'assignments.item', 'shown.item')
    .select(['assignments.uuid as assignment', 'shown.document'])
    .where('packets.transaction', '=', deal.uuid)
    .where('packets.status', '=', 'completed')
    .whereRef('assignments.uuid', '=', sql`any(packets.assignments)`)
    .execute();
  for (const { uuid, status, document, executed } of rows) {
    const isSuperseded = replacements.some(({ superseded }) => superseded.includes(uuid));
    if (isSuperseded !== (status === 'superseded'))
      found.push({
        kind: isSuperseded ? 'unconfirmed' : 'lost',
        words: `${uuid} is ${status}, and ${isSuperseded ? 'a' : 'no'} new version made it void`,
      });
    if (!countsAsSignature(status)) continue;
    let version = shown.find(({ assignment }) => assignment === uuid)?.document;
    for (const { before, after, signatures } of replacements)
      if (before.document === version && signatures.includes(uuid)) version = after.document;
    if (version !== document || version !== executed)
      found.push({
        kind: 'unconfirmed',
        words: `${uuid} was given for version ${version} of a document, but counts for ${document}, executed as ${executed}`,
      });
  }
  return found;
}

/**
 * Checks that the ledger's chain is intact, and that each released signature was held and released once and
 * not rejected afterwards.
 */
async function ofLedger({ server: { db } }: SigningServer, deal: SigningDeal): Promise<Finding[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('transaction', '=', deal.uuid)
    .orderBy('seq')
    .execute();
  const found: Finding[] = [];
  const links = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
  const broken = await firstBrokenLink(links, async (text) => sha256(text));
  if (broken !== null) found.push({ kind: 'unverified', words: `line ${broken} of the ledger is broken` });
  const state = new Map<string, string>();
  for (const { event, details, seq } of rows) {
    if (event === 'document_replaced')
      for (const signature of replacementSchema.parse(details).superseded) {
        if (state.get(signature) === 'released')
          found.push(other(`line ${seq}: ${signature} is void after it was released`));
        state.set(signature, 'superseded');
      }
    if (event !== 'held' && event !== 'rejected' && event !== 'released') continue;
    const { signatures } = details;
    for (const signature of Array.isArray(signatures) ? signatures.map(String) : []) {
      const before = state.get(signature);
      if (before === event)
        found.push({ kind: 'doubled', words: `line ${seq}: ${signature} is ${event} twice` });
      if (event === 'released' && before !== 'held')
        found.push(other(`line ${seq}: ${signature} is released although it was ${before ?? 'not given'}`));
      if (before === 'released' || before === 'rejected' || before === 'superseded')
        found.push(other(`line ${seq}: ${signature} is ${event} after it was ${before}`));
      state.set(signature, event);
    }
  }
  const assignments = await db
    .selectFrom('assignments')
    .select(['uuid', 'status'])
    .where('transaction', '=', deal.uuid)
    .where('status', 'in', ['executed', 'released', 'rejected'])
    .execute();
  for (const { uuid, status } of assignments) {
    const expected = status === 'executed' ? 'held' : status;
    // A signature that was never accepted can be rejected without having been held.
    if (state.get(uuid) !== expected)
      found.push(other(`${uuid} is ${status}, but the ledger says ${state.get(uuid) ?? 'nothing'}`));
  }
  const releases = await db
    .selectFrom('releases')
    .select(['uuid', 'signatures'])
    .where('transaction', '=', deal.uuid)
    .where('status', '=', 'released')
    .execute();
  const released = new Set(assignments.filter(({ status }) => status === 'released').map(({ uuid }) => uuid));
  for (const { uuid, signatures } of releases)
    if (!signatures.every((each) => released.has(each)))
      found.push(other(`release ${uuid} released only some of its signatures`));
  return found;
}

async function ofExecutedDocuments(room: SigningServer, deal: SigningDeal): Promise<Finding[]> {
  const { db } = room.server;
  const rows = await db
    .selectFrom('collations')
    .select(['item', 'file_key'])
    .where('transaction', '=', deal.uuid)
    .where('collated_at', 'is not', null)
    .execute();
  const found: Finding[] = [];
  if (rows.length < deal.items.length)
    found.push(other(`only ${rows.length} of ${deal.items.length} documents are executed`));
  for (const { item, file_key: key } of rows) {
    if (key === null) continue;
    const bytes = await buffer(await room.objects.get(key));
    const verdict = await checkFile(concat([bytes]), await knownCertificates(db));
    if (verdict.is !== 'unchanged')
      found.push({ kind: 'unverified', words: `the executed document of ${item} is ${verdict.is}` });
  }
  return found;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function other(words: string): Finding {
  return { kind: 'other', words };
}
