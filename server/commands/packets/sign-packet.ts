import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { packetCollection } from '../../../src/contract/collections/packets.ts';
import type {
  consentedSchema,
  declinedSchema,
  newSignatureSchema,
  signedPagesSchema,
} from '../../../src/contract/entities/signing-room.ts';
import { isOut } from '../../../src/contract/rules/signing/assignment-status.ts';
import { CONSENT } from '../../../src/contract/rules/signing/consent.ts';
import { signPacketKind } from '../../queue/job-kinds.ts';
import { invalid } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { changeRow, changeRows, rowOf, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import { writeAsServer, type DealWrite } from '../../store/deals/deal-write.ts';
import type { Adopted } from '../../store/deals/packet-tables.ts';
import { appendToLedger } from '../../store/deals/ledger.ts';
import { appendSigningEvent, type SigningActor } from '../../store/deals/signing-events.ts';
import { dealOfLink, findLink } from '../../store/deals/signing-links.ts';
import type { Tables } from '../../store/tables.ts';
import { readPacketDocuments } from './packet-documents.ts';
import { endPacket } from './end-packet.ts';
import { sendNext } from './send-if-due.ts';
import { notifyOfPacket } from './notify-of-packet.ts';
import { unknownLink } from './signing-room.ts';

/** The acts of a link's holder on their packet. */
export interface Signing {
  scope: DealWrite;
  packet: RowOf<'packets'>;
  by: SigningActor;
}

/**
 * Performs an act on a link's packet, under the deal's lock. If the link no longer opens it, nothing happens.
 * @throws {Refusal} `not_found` for an unknown link
 */
export async function writeByLink(
  services: Services,
  { token, command, by }: { token: string; command: string; by: SigningActor },
  work: (signing: Signing) => Promise<void>,
): Promise<void> {
  const dealOf = async (db: Kysely<Tables>) => dealOfLink(db, token);
  if ((await dealOf(services.db)) === null) throw unknownLink();
  await writeAsServer(services, command, dealOf, async (scope) => {
    const link = await findLink(scope.tx, token, scope.now);
    if (link?.state !== 'open') return;
    const packet = await rowOf(scope.tx, packetCollection, scope.deal.uuid, link.packet.uuid);
    await work({ scope, packet, by });
  });
}

/** Records that the packet was opened. */
export async function noteViewed({ scope, packet, by }: Signing): Promise<void> {
  if (packet.viewed_at !== null) return;
  const { tx, deal, now, stamp } = scope;
  await changeRow(tx, 'packets', packet.uuid, { status: 'viewed', viewed_at: now, ...stamp });
  scope.put('packets', packet.uuid, { fields: ['status'] });
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: packet.assignments });
  await setStatus(
    scope,
    rows.filter(({ status }) => status === 'sent'),
    'viewed',
  );
  await appendSigningEvent(scope, packet.uuid, { kind: 'viewed', by });
}

/** Stores the consent to sign electronically. @throws {Refusal} `invalid` if the wording has changed */
export async function consent(
  signing: Signing,
  { version }: Pick<z.output<typeof consentedSchema>, 'version'>,
): Promise<void> {
  const { scope, packet, by } = signing;
  if (packet.consented_at !== null) return;
  if (version !== CONSENT.version)
    throw invalid('The wording has changed. Reload the page and read it again.');
  await noteViewed(signing);
  const { tx, now } = scope;
  await changeRow(tx, 'packets', packet.uuid, { consented_at: now, consent_version: version });
  const documents = await readPacketDocuments(tx, packet.uuid);
  const details = { version, paragraphs: CONSENT.paragraphs, documents };
  await appendSigningEvent(scope, packet.uuid, { kind: 'consented', by, details });
}

/** Stores the signature that the signatory chose. @throws {Refusal} `invalid` without consent, or once a page is signed */
export async function adopt(
  { scope, packet, by }: Signing,
  { name, style }: Pick<z.output<typeof newSignatureSchema>, keyof Adopted>,
): Promise<void> {
  const { tx } = scope;
  if (packet.consented_at === null) throw invalid('Agree to sign electronically first.');
  if (packet.adopted?.name === name && packet.adopted.style === style) return;
  const signed = await signaturesOf(scope, packet.uuid);
  if (signed.size > 0) throw invalid('You already used a different signature on another page.');
  const adopted: Adopted = { name, style };
  await changeRow(tx, 'packets', packet.uuid, { adopted: JSON.stringify(adopted) });
  await appendSigningEvent(scope, packet.uuid, { kind: 'adopted', by, details: { ...adopted } });
}

/**
 * Signs pages, all or none. A signed page stays as it is.
 * @throws {Refusal} `invalid` without an adopted signature, or if the page that was shown differs from the server's
 */
export async function signPages(
  { scope, packet, by }: Signing,
  { pages }: Pick<z.output<typeof signedPagesSchema>, 'pages'>,
): Promise<void> {
  const { tx, deal, now, stamp } = scope;
  if (packet.adopted === null) throw invalid('Choose your signature first.');
  const known = await tx
    .selectFrom('packet_pages')
    .select(['uuid', 'item', 'sha256', 'assignments'])
    .where('packet', '=', packet.uuid)
    .where('kind', '=', 'signature')
    .execute();
  const documents = new Map(
    (await readPacketDocuments(tx, packet.uuid)).map(({ item, sha256 }) => [item, sha256]),
  );
  const byUuid = new Map(known.map((page) => [page.uuid, page]));
  const signed = await signaturesOf(scope, packet.uuid);
  const rows = pages.flatMap(({ uuid, sha256 }) => {
    const page = byUuid.get(uuid);
    if (page?.sha256 !== sha256)
      throw invalid('A page has changed since you saw it. Reload the page and read it again.', 'pages');
    return page.assignments
      .filter((assignment) => !signed.has(assignment))
      .map((assignment) => {
        const document = documents.get(page.item ?? '') ?? null;
        return { assignment, sha256, page: uuid, document };
      });
  });
  if (rows.length === 0) return;
  await tx
    .insertInto('packet_signatures')
    .values(
      rows.map(({ assignment, sha256 }) => ({
        packet: packet.uuid,
        transaction: deal.uuid,
        assignment,
        sha256,
        signed_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['packet', 'assignment']).doNothing())
    .execute();
  await changeRow(tx, 'packets', packet.uuid, { status: 'partially_signed', ...stamp });
  scope.put('packets', packet.uuid, { fields: ['status'] });
  await appendSigningEvent(scope, packet.uuid, { kind: 'signed', by, details: { signatures: rows } });
}

/**
 * Submits the signatures. A job then draws them on the pages. @throws {Refusal} `invalid` while a page isn’t signed
 */
export async function finish({ scope, packet, by }: Signing): Promise<void> {
  const { tx, deal, now, stamp, services } = scope;
  const signed = await signaturesOf(scope, packet.uuid);
  if (packet.assignments.some((uuid) => !signed.has(uuid)))
    throw invalid('Some pages aren’t signed yet. Sign every page, then finish.');
  await changeRow(tx, 'packets', packet.uuid, { status: 'completed', completed_at: now, ...stamp });
  scope.put('packets', packet.uuid, { fields: ['status'] });
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: packet.assignments });
  // Pages that came back on paper meanwhile stay as they are.
  const waiting = rows.filter(({ status }) => isOut(status));
  await setStatus(scope, waiting, deal.requires_acceptance ? 'signed_pending_acceptance' : 'executed');
  await appendSigningEvent(scope, packet.uuid, { kind: 'finished', by });
  if (!deal.requires_acceptance) {
    const details = { signatures: packet.assignments };
    await appendToLedger(scope, { event: 'held', by, subject: packet.uuid, details });
  }
  await services.jobs.enqueue(tx, signPacketKind, { packet: packet.uuid });
  await notifyOfPacket(scope, packet, 'completed');
  await sendNext(scope, packet.uuid);
}

/** Ends the packet without signatures. */
export async function decline(
  { scope, packet, by }: Signing,
  { reason }: Pick<z.output<typeof declinedSchema>, 'reason'>,
): Promise<void> {
  await endPacket(scope, packet, { status: 'declined', declined_reason: reason });
  await appendSigningEvent(scope, packet.uuid, { kind: 'declined', by, details: { reason } });
  await notifyOfPacket(scope, packet, 'declined');
}

/** The assignments that were signed. */
async function signaturesOf({ tx }: DealWrite, packet: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('packet_signatures')
    .select('assignment')
    .where('packet', '=', packet)
    .execute();
  return new Set(rows.map(({ assignment }) => assignment));
}

async function setStatus(
  scope: DealWrite,
  rows: readonly RowOf<'assignments'>[],
  status: RowOf<'assignments'>['status'],
): Promise<void> {
  const uuids = rows.map(({ uuid }) => uuid);
  await changeRows(scope.tx, 'assignments', uuids, { status, ...scope.stamp });
  for (const uuid of uuids) scope.put('assignments', uuid, { fields: ['status'] });
}
