import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { assignmentCollection } from '../../../../src/contract/collections/assignments.ts';
import { packetCollection } from '../../../../src/contract/collections/packets.ts';
import { tabCollection } from '../../../../src/contract/collections/tabs.ts';
import type {
  consentedSchema,
  declinedSchema,
  newSignatureSchema,
} from '../../../../src/contract/entities/signing/signing-room.ts';
import { isOut } from '../../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { CONSENT } from '../../../../src/contract/rules/signing/packets/consent.ts';
import type { LinkHolder } from '../../../store/deals/packets/link-holder.ts';
import { signPacketKind } from '../../../queue/job-kinds.ts';
import { invalid } from '../../../refusal.ts';
import type { Services } from '../../../services.ts';
import {
  changeRow,
  changeRows,
  rowOf,
  selectRows,
  type RowOf,
} from '../../../store/deals/collection-rows.ts';
import { writeAsServer, type DealWrite } from '../../../store/deals/deal-write.ts';
import type { Adopted, AdoptedPictures } from '../../../store/deals/packets/packet-tables.ts';
import { appendToLedger } from '../../../store/deals/ledger.ts';
import { asksForInitials, readPagesToSign } from '../../../store/deals/packets/pages-to-sign.ts';
import { appendSigningEvent, type SigningActor } from '../../../store/deals/packets/signing-events.ts';
import { trustDevice } from '../../../store/deals/packets/signing-devices.ts';
import { dealOfLink, findLink, type LinkState } from '../../../store/deals/packets/signing-links.ts';
import type { Tables } from '../../../store/tables.ts';
import { readOutOfForm } from '../../signing/assert-in-form.ts';
import { changeStatuses } from '../../signing/change-statuses.ts';
import { readPacketDocuments, readShown } from '../sending/packet-documents.ts';
import { endPacket } from '../end-packet.ts';
import { sendNext } from '../sending/send-if-due.ts';
import { notifyOfProgress } from './notify-of-progress.ts';
import { unknownLink } from './signing-room.ts';

/** The actions that the holder of a link can take on their packet. */
export interface Signing {
  scope: DealWrite;
  packet: RowOf<'packets'>;
  by: SigningActor;
}

/**
 * Performs an act on a link's packet, under the deal's lock. If the link doesn't open it, nothing happens. The device of a signatory's first act is
 * trusted from then on. Opening a link isn't enough, because email security scanners open links, too.
 * @param inStates the states of the link in which the act is allowed
 * @throws {Refusal} `not_found` for an unknown link
 */
export async function writeByLink(
  services: Services,
  {
    holder,
    command,
    by,
    inStates = ['open'],
  }: { holder: LinkHolder; command: string; by: SigningActor; inStates?: readonly LinkState[] },
  work: (signing: Signing) => Promise<void>,
): Promise<void> {
  const dealOf = async (db: Kysely<Tables>) => dealOfLink(db, holder.token);
  if ((await dealOf(services.db)) === null) throw unknownLink();
  await writeAsServer(services, command, dealOf, async (scope) => {
    const link = await findLink(scope.tx, holder, scope.now);
    if (!link) return;
    if (!inStates.includes(link.state)) return;
    if (link.isFirstDevice && holder.device !== null)
      await trustDevice(scope.tx, link.packet, holder.device, { now: scope.now, isConfirmed: false });
    const packet = await rowOf(scope.tx, packetCollection, scope.deal.uuid, link.packet.uuid);
    await work({ scope, packet, by });
  });
}

/** Records that the access code was entered. */
export async function noteUnlocked({ scope, packet, by }: Signing): Promise<void> {
  await appendSigningEvent(scope, packet.uuid, { kind: 'unlocked', by });
}

/** Records that the packet was opened. */
export async function noteViewed({ scope, packet, by }: Signing): Promise<void> {
  if (packet.viewed_at !== null) return;
  const { tx, deal, now, stamp } = scope;
  await changeRow(tx, 'packets', packet.uuid, { status: 'viewed', viewed_at: now, ...stamp });
  scope.put('packets', packet.uuid, { fields: ['status'] });
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: packet.assignments });
  const unseen = rows.filter(({ status }) => status === 'sent').map(({ uuid }) => uuid);
  await changeStatuses(scope, unseen, { status: 'viewed' });
  const details = await readShown(tx, packet.uuid);
  await appendSigningEvent(scope, packet.uuid, { kind: 'viewed', by, details });
  await notifyOfProgress(scope);
}

/** Stores the consent to sign electronically. @throws {Refusal} `invalid` if the wording has changed */
export async function consent(
  signing: Signing,
  { version }: Pick<z.output<typeof consentedSchema>, 'version'>,
): Promise<void> {
  const { scope, packet, by } = signing;
  if (packet.consented_at !== null) return;
  if (version !== CONSENT.version)
    throw invalid('The terms for signing electronically have changed. Reload the page and read them again.');
  await noteViewed(signing);
  const { tx, now } = scope;
  await changeRow(tx, 'packets', packet.uuid, { consented_at: now, consent_version: version });
  const documents = await readPacketDocuments(tx, packet.uuid);
  const details = { version, paragraphs: CONSENT.paragraphs, documents };
  await appendSigningEvent(scope, packet.uuid, { kind: 'consented', by, details });
}

/**
 * Stores the signature that the signatory chose, and their initials if a page asks for them.
 * @throws {Refusal} `invalid` without consent, or once a page is signed
 */
export async function adopt(
  { scope, packet, by }: Signing,
  chosen: Pick<z.output<typeof newSignatureSchema>, 'name' | 'style' | 'initials' | 'drawing'> & {
    picture?: AdoptedPictures | undefined;
  },
): Promise<void> {
  const { tx } = scope;
  if (packet.consented_at === null) throw invalid('Agree to sign electronically first.');
  const pages = await readPagesToSign(tx, packet.uuid);
  const adopted = adoptedFrom(chosen, asksForInitials(pages));
  // Signatures that were chosen before the product had initials have none.
  if (packet.adopted && isDeepStrictEqual({ initials: null, ...packet.adopted }, adopted)) return;
  // Packets that were reopened after they had come back on paper may have signed pages, but no signature.
  if (packet.adopted && pages.some(({ isSigned }) => isSigned))
    throw invalid(
      'You have already signed a page, so you can’t change your signature. Sign the remaining pages with the same one.',
    );
  await changeRow(tx, 'packets', packet.uuid, { adopted: JSON.stringify(adopted) });
  await appendSigningEvent(scope, packet.uuid, { kind: 'adopted', by, details: { ...adopted } });
}

/** Checks that nothing is missing. @throws {Refusal} `invalid` */
function adoptedFrom(
  { name, style, initials: text = '', drawing, picture }: Parameters<typeof adopt>[1],
  needsInitials: boolean,
): Adopted {
  if (needsInitials && text === '') throw invalid('Enter your initials.', 'initials');
  const named = { name, initials: needsInitials ? text : null };
  if (style === 'picture') {
    if (!picture) throw invalid('Choose a picture of your signature.', 'picture');
    if (needsInitials && picture.initials === null)
      throw invalid('Choose a picture of your initials.', 'picture');
    const initials = needsInitials ? picture.initials : null;
    return { ...named, style, picture: { signature: picture.signature, initials } };
  }
  if (style !== 'drawn') return { ...named, style };
  if (!drawing) throw invalid('Draw your signature.', 'drawing');
  if (needsInitials && drawing.initials === null) throw invalid('Draw your initials.', 'drawing');
  const initials = needsInitials ? drawing.initials : null;
  return { ...named, style, drawing: { signature: drawing.signature, initials } };
}

/**
 * Submits the signatures. A job then draws them on the pages. @throws {Refusal} `invalid` while a page isn’t signed, or without an adopted signature
 */
export async function finish(signing: Signing): Promise<void> {
  const { scope, packet } = signing;
  // Without a signature, nothing would ever be drawn.
  if (packet.adopted === null) throw invalid('Choose your signature first.');
  const pages = await readPagesToSign(scope.tx, packet.uuid);
  if (pages.some(({ isSigned }) => !isSigned))
    throw invalid('Some pages aren’t signed yet. Sign every page, then finish.');
  if (pages.some(({ waitsForWitness }) => waitsForWitness))
    throw invalid('Your witness hasn’t signed yet. You can finish once they have.');
  await completePacket(signing);
  await scope.services.jobs.enqueue(scope.tx, signPacketKind, { packet: packet.uuid });
}

/** Handles what follows from the last signature, wherever it was given: the signatures wait to be accepted, or are held. */
export async function completePacket({ scope, packet, by }: Signing): Promise<void> {
  const { tx, deal, now, stamp } = scope;
  await changeRow(tx, 'packets', packet.uuid, { status: 'completed', completed_at: now, ...stamp });
  scope.put('packets', packet.uuid, { fields: ['status'] });
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: packet.assignments });
  // Pages that came back on paper in the meantime stay as they are.
  const waiting = rows.filter(({ status }) => isOut(status)).map(({ uuid }) => uuid);
  // If the deal needs no acceptance, only signatures that aren't in the form that their document needs wait for a decision.
  const outOfForm = deal.requires_acceptance ? [] : await readOutOfForm(scope, waiting, ['sent', 'viewed']);
  const toAccept = deal.requires_acceptance ? waiting : outOfForm.map(({ uuid }) => uuid);
  const executed = waiting.filter((uuid) => !toAccept.includes(uuid));
  await changeStatuses(scope, executed, { status: 'executed' });
  await changeStatuses(scope, toAccept, { status: 'signed_pending_acceptance' });
  await markFilled(scope, waiting);
  await appendSigningEvent(scope, packet.uuid, { kind: 'finished', by });
  if (executed.length > 0) {
    const details = { signatures: executed };
    await appendToLedger(scope, { event: 'held', by, subject: packet.uuid, details });
  }
  await notifyOfProgress(scope);
  await sendNext(scope, packet.uuid);
}

/** Ends the packet without signatures. */
export async function decline(
  { scope, packet, by }: Signing,
  { reason }: Pick<z.output<typeof declinedSchema>, 'reason'>,
): Promise<void> {
  await endPacket(scope, packet, { status: 'declined', declined_reason: reason });
  await appendSigningEvent(scope, packet.uuid, { kind: 'declined', by, details: { reason } });
  await notifyOfProgress(scope);
}

/** Marks the fields that the signatory filled in. Their values are held with the pages until the release. */
async function markFilled(scope: DealWrite, assignments: string[]): Promise<void> {
  const { tx, deal, now, stamp } = scope;
  const naming = { field: 'assignment', rows: assignments };
  const tabs = await selectRows(tx, tabCollection, { deal: deal.uuid, naming });
  const filled = tabs.filter(({ tab_type }) => tab_type !== 'effective_date').map(({ uuid }) => uuid);
  await changeRows(tx, 'tabs', filled, { filled_at: now, ...stamp });
  for (const uuid of filled) scope.put('tabs', uuid, { fields: ['filled_at'] });
}
