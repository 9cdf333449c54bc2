import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import type { Packet } from '../../../src/contract/entities/signing/packet.ts';
import { DAY_MS } from '../../../src/contract/retention.ts';
import { isOut } from '../../../src/contract/rules/signing/packet-status.ts';
import { readRowsByIds } from '../../present/read-rows.ts';
import { invalid, notFound, Refusal } from '../../refusal.ts';
import { isLoopback, type Settings } from '../../settings.ts';
import { hashOfSource } from '../../signing/packets/packet-source.ts';
import { changeRow, rowOf, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import type { DealRead, DealWrite } from '../../store/deals/deal-write.ts';
import { startEnvelope } from '../../store/deals/docusign-envelopes.ts';
import { appendSigningEvent, type SigningActor } from '../../store/deals/signing-events.ts';
import { endOfDay, LINK_MS } from '../../store/deals/signing-links.ts';
import { assertSignableInDocusign } from '../docusign/assert-signable-in-docusign.ts';
import { assertRulesCanBeMet } from './assert-group-rules.ts';
import { openCapacitySentences } from './capacity-sentences.ts';
import { assertAsPrinted, isBound } from './printed-packets.ts';
import {
  currentDocuments,
  freezeDocuments,
  readPacketDocuments,
  readPacketPages,
} from './packet-documents.ts';
import { inWords } from './names-in-words.ts';
import { queueRounds } from './queue-rounds.ts';
import { openPacketSources } from './read-packet-source.ts';
import { postSigningRequest } from './post-signing-request.ts';
import { assertOfferedService } from '../transactions/assert-offered-service.ts';
import { changeStatuses } from '../signing/change-statuses.ts';

type PacketRow = RowOf<'packets'>;
type ReadOfDeal = Pick<DealRead, 'tx' | 'deal'>;

/** Returns what keeps a packet from being sent, in sentences. A packet that isn't ready has nothing to say yet. */
export async function sendingProblems(
  scope: ReadOfDeal,
  { user, settings }: { user: SignedInUser; settings: Settings },
  row: PacketRow,
): Promise<string[]> {
  if (row.status !== 'ready') return [];
  const checks = [
    async () => assertMaySend(scope, user),
    async () => assertMailGoesOut(settings),
    async () => assertOfferedService(settings, scope.deal.esigning_service),
    async () => assertUpToDate(scope, [row]),
    async () => assertSignableInRoom(scope, [row]),
    async () => assertSignableInDocusign(scope, [row]),
    async () => assertAsPrinted(scope, [row]),
    async () => assertNothingReturned(scope, [row]),
    async () => assertConverted(scope, [row]),
    async () => assertRulesCanBeMet(scope, [row]),
    async () => assertWholeDocuments(scope, [row]),
    async () => assertHaveAddresses(scope, [row]),
  ];
  const problems: string[] = [];
  for (const check of checks)
    await check().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      problems.push(error.message);
    });
  return problems;
}

/**
 * Packets to send. `accessCodeHash`: the hash of the code that opens them, if they get one. `expiresOn`: the last day on which their links
 * work; null = 60 days from now. If `message` or `expiresOn` is undefined, a queued packet keeps its own.
 */
interface Sent {
  packets: readonly string[];
  message?: string | undefined;
  accessCodeHash?: string | null;
  expiresOn?: string | null | undefined;
  /** The packets in the rounds in which they go out. All at once by default. */
  signingOrder?: readonly (readonly string[])[] | undefined;
}

/**
 * Emails each packet's link to its signatory: all or none. A sent packet stays as it is. With a signing order, the packets of the later rounds
 * are sent automatically.
 * @throws {Refusal} `not_allowed` if the sender's organization has turned signing off; `invalid` if a packet isn't
 * ready, its pages have changed since or have to be signed on paper, a document is being converted, a checkbox group asks for more
 * than it has, or its signatory has no email address
 */
export async function sendPackets(
  scope: DealWrite,
  { packets, message, accessCodeHash = null, expiresOn, signingOrder = [packets] }: Sent,
  by: SigningActor,
  sender: SignedInUser | null = scope.user,
): Promise<Packet[]> {
  const { tx, deal, services } = scope;
  if (sender === null) throw new Error('Only a signed-in user can send a packet.');
  await assertMaySend(scope, sender);
  assertInTime(expiresOn ?? null, scope.now);
  const rows = await selectRows(tx, packetCollection, { deal: deal.uuid, among: packets });
  if (rows.length < new Set(packets).size) throw notFound('This packet');
  const unsent = rows.filter(({ status }) => !isOut(status));
  const notReady = unsent.find(({ status }) => status !== 'ready');
  if (notReady) throw invalid('Only packets that are ready can be sent.', 'packets');
  if (unsent.length > 0) {
    assertMailGoesOut(services.settings);
    assertOfferedService(services.settings, deal.esigning_service);
  }
  await assertUpToDate(scope, unsent);
  await assertSignableInRoom(scope, unsent);
  await assertSignableInDocusign(scope, unsent);
  await assertAsPrinted(scope, unsent);
  await assertNothingReturned(scope, unsent);
  await assertConverted(scope, unsent);
  await assertRulesCanBeMet(scope, unsent);
  await assertWholeDocuments(scope, unsent);
  await assertHaveAddresses(scope, unsent);
  const capacityOf = await openCapacitySentences(scope);
  const sending = { message, accessCodeHash, expiresOn, by, sender, capacityOf };
  const first = unsent.filter(({ uuid }) => signingOrder[0]?.includes(uuid));
  for (const row of first) await send(scope, row, sending);
  await markSent(scope, first);
  const later = unsent.filter((row) => !first.includes(row));
  await queueRounds(scope, later, signingOrder, {
    by: sender.uuid,
    message,
    accessCodeHash,
    expiresOn: expiresOn ?? null,
  });
  return readRowsByIds(tx, 'packets', deal.uuid, packets);
}

/** @throws {Refusal} `invalid` if a day has passed, or a link would work for longer than others do */
function assertInTime(expiresOn: string | null, now: Date): void {
  if (expiresOn === null) return;
  const left = endOfDay(expiresOn).getTime() - now.getTime();
  if (left <= 0) throw invalid('Choose a day that hasn’t passed.', 'expires_on');
  if (left > LINK_MS + 2 * DAY_MS) throw invalid('A link can work for at most 60 days.', 'expires_on');
}

/** @throws {Refusal} `not_allowed` if the sender's organization has turned signing off */
export async function assertMaySend(
  { tx }: ReadOfDeal,
  { organization }: Pick<SignedInUser, 'organization'>,
): Promise<void> {
  const { disable_signature_application: isDisabled } = await tx
    .selectFrom('organizations')
    .select('disable_signature_application')
    .where('uuid', '=', organization)
    .executeTakeFirstOrThrow();
  if (isDisabled)
    throw new Refusal(
      'not_allowed',
      'Your organization has turned off signing, so packets and reminders can’t be sent.',
    );
}

/**
 * Without a mail server, links reach signatories only in a demo, which shows its emails to the person who runs it.
 */
function assertMailGoesOut(settings: Settings): void {
  if (settings.smtpUrl !== null || showsSigningLinks(settings)) return;
  throw invalid(
    'This server can’t send email yet, so packets can’t be sent. Ask whoever runs it to set SMTP_URL.',
  );
}

/** Returns whether emails with signatories' links are shown in the app: only in a demo that nobody else can reach. */
export function showsSigningLinks(settings: Settings): boolean {
  return settings.demo && settings.smtpUrl === null && isLoopback(settings);
}

/**
 * @param what the end of the sentence
 * @throws {Refusal} `invalid` if a page would look different today, or one of its signatures can't be given
 */
export async function assertUpToDate(
  scope: ReadOfDeal,
  rows: readonly PacketRow[],
  what = 'send it',
): Promise<void> {
  const { tx, deal } = scope;
  const sourceOf = await openPacketSources(scope);
  const changed = rows.filter((row) => hashOfSource(sourceOf(row)) !== row.made_from);
  if (changed.length > 0) {
    const names = await namesOf(scope, changed);
    throw invalid(
      `Pages of ${names} have changed since the packet was created. Create the packet again, then ${what}.`,
    );
  }
  const outdated = rows.flatMap((row) =>
    sourceOf(row).documents.filter(({ pages }) =>
      pages.some((page) => 'file' in page && !page.file.isCurrent),
    ),
  );
  if (outdated.length > 0) {
    const names = new Set(outdated.map(({ name }) => `“${name}”`));
    throw invalid(
      `A newer version of ${inWords([...names])} was added after its signature page was marked. Mark the page in the current version and assign it, then create the packet again.`,
    );
  }
  const pages = await tx
    .selectFrom('packet_pages')
    .select(['packet', 'assignments'])
    .where('transaction', '=', deal.uuid)
    .execute();
  const signed = new Set(
    pages.flatMap(({ packet, assignments }) => assignments.map((each) => `${packet} ${each}`)),
  );
  const unsignable = rows.filter(({ uuid, assignments }) =>
    assignments.some((each) => !signed.has(`${uuid} ${each}`)),
  );
  if (unsignable.length > 0)
    throw invalid(
      `A page of ${await namesOf(scope, unsignable)} has no signature line. Add a signature block.`,
    );
}

/**
 * Signatures before a notary, in original ink, or before a witness on a page of a file are given on paper.
 * @throws {Refusal} `invalid`, naming the documents
 */
async function assertSignableInRoom(scope: ReadOfDeal, rows: readonly PacketRow[]): Promise<void> {
  const sourceOf = await openPacketSources(scope);
  const documents = rows.flatMap((row) => sourceOf(row).documents);
  const onPaper = new Set(documents.flatMap(({ name, needs }) => (needs ? `“${name}”` : [])));
  if (onPaper.size === 0) return;
  const said = `${inWords([...onPaper])} ${onPaper.size === 1 ? 'has' : 'have'} to be signed on paper.`;
  // Packets that were created before a formality was asked for also contain pages that can be sent.
  const goOn = documents.every(({ needs }) => needs)
    ? 'Download the packet, have it signed, and upload the signed pages.'
    : 'Create the packet again: these pages will get their own packet, and the others can be sent.';
  throw invalid(`${said} ${goOn}`, 'packets');
}

/** A signatory has to be able to read what they sign. @throws {Refusal} `invalid` while a document is being converted */
async function assertConverted({ tx }: ReadOfDeal, rows: readonly PacketRow[]): Promise<void> {
  const documents = await currentDocuments(
    tx,
    rows.map(({ uuid }) => uuid),
  );
  const names = new Set(documents.flatMap(({ isConverting, name }) => (isConverting ? `“${name}”` : [])));
  if (names.size === 0) return;
  const said = `${inWords([...names])} ${names.size === 1 ? 'is' : 'are'} still being converted`;
  throw invalid(`${said}. Send the packet when that is done.`, 'packets');
}

/** A deed is signed together with its final document. @throws {Refusal} `invalid`, naming deeds that have no document to read */
async function assertWholeDocuments({ tx }: ReadOfDeal, rows: readonly PacketRow[]): Promise<void> {
  const documents = await currentDocuments(
    tx,
    rows.map(({ uuid }) => uuid),
  );
  const without = documents.filter(
    ({ whole_document: isWhole, file_key: key, isConverting }) => isWhole && key === null && !isConverting,
  );
  const names = new Set(without.map(({ name }) => `“${name}”`));
  if (names.size === 0) return;
  throw invalid(
    `${inWords([...names])} can only be signed as a whole document, but there’s no document to read yet. Upload it, then send the packet.`,
    'packets',
  );
}

/** @throws {Refusal} `invalid`, naming those who have none */
async function assertHaveAddresses(scope: ReadOfDeal, rows: readonly PacketRow[]): Promise<void> {
  const { tx, deal } = scope;
  const among = rows.map(({ signatory }) => signatory);
  const people = await selectRows(tx, signatoryCollection, { deal: deal.uuid, among });
  const without = people.filter(({ email }) => email === '').map(({ full_name }) => full_name);
  if (without.length === 0) return;
  throw invalid(`${inWords(without)} ${without.length === 1 ? 'has' : 'have'} no email address.`, 'packets');
}

async function namesOf({ tx, deal }: ReadOfDeal, rows: readonly PacketRow[]): Promise<string> {
  const among = rows.map(({ signatory }) => signatory);
  const people = await selectRows(tx, signatoryCollection, { deal: deal.uuid, among });
  return inWords(people.map(({ full_name }) => full_name));
}

interface Sending {
  message: string | undefined;
  accessCodeHash: string | null;
  expiresOn: string | null | undefined;
  by: SigningActor;
  sender: SignedInUser;
  capacityOf: Awaited<ReturnType<typeof openCapacitySentences>>;
}

async function send(
  scope: DealWrite,
  row: PacketRow,
  { message: given, accessCodeHash, expiresOn, by, sender, capacityOf }: Sending,
): Promise<void> {
  const { tx, deal, now, stamp } = scope;
  const { full_name: name, email } = await rowOf(tx, signatoryCollection, deal.uuid, row.signatory);
  const assignments = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: row.assignments });
  const capacities = Object.fromEntries(assignments.map((each) => [each.uuid, capacityOf(each)]));
  // A packet that asks again for rejected pages has the code of the first one.
  const codeHash = accessCodeHash ?? row.access_code_hash;
  const lastDay = expiresOn === undefined ? (row.queued?.expires_on ?? null) : expiresOn;
  const chosen = lastDay === null ? null : endOfDay(lastDay);
  // The day may have passed while the packet waited.
  const expiresAt = chosen !== null && chosen > now ? chosen : new Date(now.getTime() + LINK_MS);
  // A queued packet keeps what was decided about it, even if somebody sends it earlier.
  const message = given ?? row.queued?.message ?? '';
  await changeRow(tx, 'packets', row.uuid, {
    status: 'sent',
    message,
    sent_at: now,
    sent_by: sender.uuid,
    sent_for: sender.organization,
    sent_to: email,
    access_code_hash: codeHash,
    capacities: JSON.stringify(capacities),
    queued: null,
    held_reason: null,
    expires_at: expiresAt,
    mail_problem: null,
    esigning_service: deal.esigning_service,
    ...stamp,
  });
  scope.put('packets', row.uuid, { fields: ['status'] });
  const details = {
    to: email,
    signatory: name,
    access_code: codeHash !== null,
    capacities,
    documents: isBound(row)
      ? await readPacketDocuments(tx, row.uuid)
      : await freezeDocuments(scope, row.uuid),
    pages: await readPacketPages(tx, row.uuid),
  };
  await appendSigningEvent(scope, row.uuid, { kind: 'sent', by, actor: sender.uuid, details });
  // DocuSign has to have the pages before their signatory gets a link to them.
  if (deal.esigning_service === 'docusign')
    await startEnvelope(scope, { packet: row.uuid, signer_name: name });
  else await postSigningRequest(scope, await rowOf(tx, packetCollection, deal.uuid, row.uuid), sender);
}

/** @throws {Refusal} `invalid` if a page that was printed has come back signed: sending would ask for it again */
async function assertNothingReturned(scope: ReadOfDeal, rows: readonly PacketRow[]): Promise<void> {
  const uuids = rows.flatMap(({ assignments }) => assignments);
  const assignments = await selectRows(scope.tx, assignmentCollection, {
    deal: scope.deal.uuid,
    among: uuids,
  });
  const returned = new Set(
    assignments
      .filter(({ status }) => status !== 'assigned' && status !== 'in_packet')
      .map(({ uuid }) => uuid),
  );
  const partly = rows.filter((row) => row.assignments.some((each) => returned.has(each)));
  if (partly.length === 0) return;
  throw invalid(
    `Signed pages of ${await namesOf(scope, partly)} have come back on paper. Create the packet again for the pages that are left, then send it.`,
  );
}

/** Updates what depends on sending: the assignments, the documents, which are frozen from now on, and the deal. */
async function markSent(scope: DealWrite, rows: readonly PacketRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { tx, deal, now, stamp } = scope;
  const uuids = rows.flatMap(({ assignments }) => assignments);
  const assignments = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: uuids });
  await changeStatuses(scope, uuids, { status: 'sent' });
  const items = await tx
    .updateTable('items')
    .set({ frozen_at: now, ...stamp })
    .where('uuid', 'in', [...new Set(assignments.map(({ item }) => item))])
    .where('frozen_at', 'is', null)
    .returning('uuid')
    .execute();
  for (const { uuid } of items) scope.put('items', uuid, { fields: ['frozen_at'] });
  if (deal.distributed_at !== null) return;
  await tx.updateTable('transactions').set({ distributed_at: now }).where('uuid', '=', deal.uuid).execute();
  scope.put('transactions', deal.uuid, { fields: ['distributed_at'] });
}
