import { v7 } from 'uuid';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import { DAY_MS } from '../../../src/contract/retention.ts';
import { isOut, isSentElsewhere } from '../../../src/contract/rules/signing/packets/packet-status.ts';
import { inWords } from '../../../src/contract/rules/signing/signatories/names-in-words.ts';
import { signerOf } from '../../../src/contract/rules/signing/signatories/signer.ts';
import type { SigningLink } from '../../mail/kinds/signing-links.ts';
import { signingReminderMail } from '../../mail/kinds/signing-reminder.ts';
import { postMail } from '../../mail/post-mail.ts';
import { readRows } from '../../present/read-rows.ts';
import { invalid } from '../../refusal.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import { changeRow, rowOf, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { withoutOpenEnvelope } from '../../store/deals/packets/docusign-envelopes.ts';
import { appendSigningEvent, type SigningActor } from '../../store/deals/packets/signing-events.ts';
import { addLink } from '../../store/deals/packets/signing-links.ts';
import { assertMayDecide, mayDecide } from '../packets/packet-sender.ts';
import { reopenForSignatory } from '../packets/room/report-wrong-person.ts';
import { assertMaySend } from '../packets/sending/sending-checks.ts';
import { readCapacities } from './capacities.ts';

/**
 * Emails a signatory the list of documents that are waiting for their signature, including those that they sign for entities:
 * one email, with the links of all their packets. Packets that they had reported as not for them are reopened.
 * @param force sends it even if they were reminded within a day
 * @param automatic the person in whose name the server sends it, and the packets that it is limited to
 * @throws {Refusal} `not_allowed` if the sender's organization has turned signing off; `invalid` if nothing is out, someone
 * else signs it, their link has expired, they have no email address, or they were reminded within a day
 */
export async function sendReminder(
  scope: DealWrite,
  { id, force = false }: { id: string; force?: boolean | undefined },
  by: SigningActor,
  automatic: { sender: SignedInUser; packets: readonly string[] } | null = null,
): Promise<undefined> {
  const { tx, deal, now, services } = scope;
  const sender = automatic?.sender ?? scope.user;
  if (sender === null) throw new Error('Only a signed-in user can send a reminder.');
  await assertMaySend(scope, sender);
  const { full_name: name, email } = await rowOf(tx, signatoryCollection, deal.uuid, id);
  const out = (await packetsOutFor(scope, id)).filter(
    ({ uuid, wrong_person }) =>
      automatic === null || (automatic.packets.includes(uuid) && wrong_person === null),
  );
  const among = automatic && new Set(out.flatMap(({ assignments }) => assignments));
  const documents = await documentsWaitingFor(scope, id, among);
  if (documents.length === 0) throw invalid(`Nothing is waiting for ${name}’s signature.`);
  if (out.length === 0) throw invalid(await whyNoLink(scope, { id, name, documents }));
  if (email === '') throw invalid(`${name} has no email address. Add one, then send the reminder.`, 'email');
  // Only that organization sends reminders about its own packets.
  const packets = out.filter((packet) => mayDecide(scope, packet));
  if (packets.length === 0) assertMayDecide(scope, out, 'send a reminder for it');
  assertSentTo(packets, { name, email });
  const uuids = packets.map(({ uuid }) => uuid);
  const missing = new Set((await withoutOpenEnvelope(tx, uuids)).values());
  if (missing.has('ended'))
    throw invalid(
      `The DocuSign envelope of ${name}’s packet has ended. Once the packet is listed as canceled, put its pages in a new one.`,
    );
  if (missing.has('not_yet'))
    throw invalid(`DocuSign doesn’t have ${name}’s pages yet. ${name} gets an email once it does.`);
  if (automatic !== null || !force) await assertNotRemindedToday(scope, id, name);
  await reopenForSignatory(scope, packets);
  await tx
    .insertInto('signatory_reminders')
    .values({ uuid: v7(), transaction: deal.uuid, signatory: id, sent_at: now, sent_by: sender.uuid })
    .execute();
  const firm = sender.organization_name;
  const mail = signingReminderMail(
    {
      name,
      by: `${sender.first_name} ${sender.last_name}`,
      firm,
      deal: deal.name,
      documents: documents.map((document) => document.name),
      instructions: deal.signing_instructions,
      links: await newLinks(scope, packets, { to: email, by, documents }),
    },
    services.settings.publicUrl,
  );
  const to = { name, address: email, user: null, organization: deal.organization, packets: uuids };
  await postMail(services, tx, to, mail, { sender: { firm, address: sender.email } });
}

/** Returns the packets that a signatory can still sign. */
async function packetsOutFor({ tx, deal, now }: DealWrite, signatory: string): Promise<RowOf<'packets'>[]> {
  const naming = { field: 'signatory', rows: [signatory] };
  const packets = await selectRows(tx, packetCollection, { deal: deal.uuid, naming });
  return packets.filter(({ status, expires_at }) => isOut(status) && expires_at !== null && expires_at > now);
}

/**
 * Explains why a reminder would have no link: other people sign the pages, or their link has expired and the packet is about
 * to end.
 */
async function whyNoLink(
  { tx, deal }: DealWrite,
  { id, name, documents }: { id: string; name: string; documents: readonly WaitingDocument[] },
): Promise<string> {
  const waiting = new Set(documents.flatMap(({ assignments }) => assignments));
  const packets = await selectRows(tx, packetCollection, { deal: deal.uuid });
  const among = packets
    .filter(({ status, assignments }) => isOut(status) && assignments.some((each) => waiting.has(each)))
    .map(({ signatory }) => signatory);
  const people = await selectRows(tx, signatoryCollection, { deal: deal.uuid, among });
  if (people.length === 0 || people.some(({ uuid }) => uuid === id))
    return `${name}’s link has expired. Once the packet is listed as expired, put its pages in a new one.`;
  const names = inWords(people.map(({ full_name }) => full_name));
  return `${names} ${people.length === 1 ? 'signs' : 'sign'} for ${name}, so send the reminder to ${names}.`;
}

/**
 * A new link goes only to the address that the packet was sent to, even if somebody has changed the signatory's address
 * since.
 * @throws {Refusal} `invalid`
 */
function assertSentTo(
  packets: readonly RowOf<'packets'>[],
  { name, email }: { name: string; email: string },
): void {
  const elsewhere = packets.find(({ sent_to }) => isSentElsewhere(sent_to, email));
  if (!elsewhere) return;
  throw invalid(
    `${name}’s packet was sent to ${elsewhere.sent_to}. To use the new address, cancel the packet and send a new one.`,
    'email',
  );
}

/** Makes a new link for each packet. */
async function newLinks(
  scope: DealWrite,
  packets: readonly RowOf<'packets'>[],
  { to, by, documents }: { to: string; by: SigningActor; documents: readonly WaitingDocument[] },
): Promise<SigningLink[]> {
  const { tx, now } = scope;
  const links: SigningLink[] = [];
  for (const packet of packets) {
    const { uuid, expires_at: expiresAt } = packet;
    if (expiresAt === null) continue;
    const own = documents.filter(({ assignments }) =>
      assignments.some((each) => packet.assignments.includes(each)),
    );
    const names = own.map(({ name }) => name);
    const isOnPaper = packet.needs_paper;
    links.push({ token: await addLink(tx, packet, now), expiresAt, documents: names, isOnPaper });
    await appendSigningEvent(scope, uuid, { kind: 'reminded', by, details: { to } });
    await changeRow(tx, 'packets', uuid, { mail_problem: null, ...scope.stamp });
    scope.put('packets', uuid, { fields: ['reminded_at'] });
  }
  return links;
}

interface WaitingDocument {
  readonly name: string;
  /** The signatures that are waiting. */
  readonly assignments: readonly string[];
}

/**
 * Returns the documents that were sent to a signatory, or to an entity that they sign for, and that they haven't signed yet.
 * @param among only for these signatures; null = for all
 */
async function documentsWaitingFor(
  scope: DealWrite,
  signatory: string,
  among: ReadonlySet<string> | null,
): Promise<WaitingDocument[]> {
  const { tx, deal } = scope;
  const capacities = await readCapacities(scope);
  const assignments = await selectRows(tx, assignmentCollection, { deal: deal.uuid });
  const waiting = assignments
    .filter(({ status }) => status === 'sent' || status === 'viewed')
    .filter(({ uuid }) => among === null || among.has(uuid))
    .filter(
      (each) =>
        each.signatory === signatory ||
        signerOf(capacities, each.signatory, each.auth_rep)?.uuid === signatory,
    );
  const items = new Set(waiting.map(({ item }) => item));
  const rows = await readRows.items(tx, { deal: deal.uuid, among: [...items] });
  return rows.map(({ uuid, name }) => ({
    name,
    assignments: waiting.filter(({ item }) => item === uuid).map((each) => each.uuid),
  }));
}

async function assertNotRemindedToday(
  { tx, now }: DealWrite,
  signatory: string,
  name: string,
): Promise<void> {
  const recent = await tx
    .selectFrom('signatory_reminders')
    .select('uuid')
    .where('signatory', '=', signatory)
    .where('sent_at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirst();
  if (recent) throw invalid(`${name} was already reminded in the last 24 hours.`, 'force');
}
