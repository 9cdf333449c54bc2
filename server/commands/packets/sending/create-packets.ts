import { v7 } from 'uuid';
import { assignmentCollection } from '../../../../src/contract/collections/assignments.ts';
import { packetCollection } from '../../../../src/contract/collections/packets.ts';
import type {
  NewPackets,
  PacketCreation,
  PacketOptions,
} from '../../../../src/contract/entities/signing/packet.ts';
import {
  countsAsSignature,
  wentOut,
} from '../../../../src/contract/rules/signing/assignments/assignment-status.ts';
import type { Capacities } from '../../../../src/contract/rules/signing/signatories/capacity.ts';
import { splitOffPaper } from '../../../../src/contract/rules/signing/packets/formalities.ts';
import { isUnsent } from '../../../../src/contract/rules/signing/packets/packet-status.ts';
import { signerOf } from '../../../../src/contract/rules/signing/signatories/signer.ts';
import { makePacketKind } from '../../../queue/job-kinds.ts';
import { invalid, notFound } from '../../../refusal.ts';
import { readPageSources } from '../../../signing/read-page-sheets.ts';
import { readFlags } from '../../../store/account/features.ts';
import { insertRows, selectRows, type RowOf } from '../../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../../store/deals/deal-write.ts';
import { uuidTaken } from '../../own-row.ts';
import { readCapacities } from '../../signing/capacities.ts';
import { changeStatuses } from '../../signing/change-statuses.ts';
import { clearInPacket } from '../clear-in-packet.ts';
import { deletePackets } from '../delete-packets.ts';
import { followReplaced } from './follow-replaced.ts';
import { inWords } from '../../../../src/contract/rules/signing/signatories/names-in-words.ts';
import { readFormalities } from './read-formalities.ts';
import { presentCreation } from '../read-packets.ts';

type AssignmentRow = RowOf<'assignments'>;

/**
 * Creates one packet for each person who signs, and another one for pages that they can only sign on paper. Jobs create their
 * PDFs. Unsent packets of the same pages are deleted; their other pages can go into another packet. Repeating the request
 * changes nothing.
 * @param isQueuedAgain whether the caller decides when the new packets are sent
 * @throws {Refusal} `invalid` if there is nothing to sign, nobody signs for an entity, or a named page was already sent
 */
export async function createPackets(
  scope: DealWrite,
  asked: NewPackets,
  { isQueuedAgain = false } = {},
): Promise<PacketCreation> {
  const { tx, deal, birth } = scope;
  const known = await tx
    .selectFrom('packet_requests')
    .selectAll()
    .where('uuid', '=', asked.uuid)
    .executeTakeFirst();
  if (known) {
    if (known.transaction !== deal.uuid || known.created_by !== scope.actor) throw uuidTaken('uuid');
    return presentCreation(tx, asked.uuid);
  }
  const capacities = await readCapacities(scope);
  const wanted = await assignmentsFor(scope, asked, capacities);
  const byPerson = groupByPerson(wanted, capacities);
  await assertPagesCanBeMade(scope, wanted);
  const replaced = await deleteUnsentPackets(scope, wanted);
  const options = await optionsOf(scope, asked);
  const { version: _, modified_at, modified_by: __, ...born } = birth;
  await tx
    .insertInto('packet_requests')
    .values({ uuid: asked.uuid, transaction: deal.uuid, ...born })
    .execute();
  const formalities = await readFormalities(tx, deal);
  const idFor = await idsOf(scope, asked);
  const rows = [...byPerson].flatMap(([signatory, ofPerson]) => {
    const parts = splitOffPaper(ofPerson, ({ uuid }) => formalities.ofSignature(uuid));
    return parts.map(({ assignments, needsPaper }) => ({
      uuid: idFor(signatory, needsPaper, parts.length === 1),
      transaction: deal.uuid,
      ...birth,
      modified_at,
      signatory,
      request: asked.uuid,
      status: 'generating' as const,
      assignments: assignments.map(({ uuid }) => uuid),
      options: JSON.stringify(options),
      needs_paper: needsPaper,
    }));
  });
  await insertRows(tx, 'packets', rows);
  await followReplaced(scope, replaced, rows, isQueuedAgain);
  for (const { uuid } of rows) {
    scope.put('packets', uuid);
    await scope.services.jobs.enqueue(tx, makePacketKind, { packet: uuid });
  }
  const added = wanted.filter(({ status }) => status !== 'in_packet').map(({ uuid }) => uuid);
  await changeStatuses(scope, added, { status: 'in_packet' });
  await clearInPacket(scope);
  return presentCreation(tx, asked.uuid);
}

/**
 * Returns the ids of the new packets, as requested. If a person has only one packet, it has the requested id even if the
 * device was wrong about whether its pages need paper, because the device may have queued it already.
 * @throws {Refusal} `uuid_taken`
 */
async function idsOf(
  { tx }: DealWrite,
  { packets = [] }: NewPackets,
): Promise<(signatory: string, needsPaper: boolean, isOnly: boolean) => string> {
  const uuids = packets.map(({ uuid }) => uuid);
  const taken =
    uuids.length > 0 &&
    (await tx.selectFrom('packets').select('uuid').where('uuid', 'in', uuids).executeTakeFirst());
  if (taken || new Set(uuids).size < uuids.length) throw uuidTaken('packets');
  const known = new Map(packets.map((each) => [`${each.signatory} ${each.needs_paper}`, each.uuid]));
  return (signatory, needsPaper, isOnly) => {
    const keys = [`${signatory} ${needsPaper}`, ...(isOnly ? [`${signatory} ${!needsPaper}`] : [])];
    const key = keys.find((each) => known.has(each)) ?? '';
    const uuid = known.get(key) ?? v7();
    known.delete(key);
    return uuid;
  };
}

/** The requested signatures that have not been sent yet. */
async function assignmentsFor(
  { tx, deal }: DealWrite,
  { signatories, assignments }: NewPackets,
  capacities: Capacities,
): Promise<AssignmentRow[]> {
  const all = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: assignments });
  if (assignments && all.length < new Set(assignments).size) throw notFound('This assignment');
  const counted = all.filter(({ status }) => countsAsSignature(status));
  if (assignments) {
    if (counted.length < all.length)
      throw invalid('One of these signatures no longer counts. Assign its page again first.', 'assignments');
    if (counted.some(({ status }) => wentOut(status))) {
      throw invalid('These pages were already sent. Cancel their packet first.', 'assignments');
    }
    return counted;
  }
  const people = new Set(signatories);
  for (const uuid of people) if (!capacities.party(uuid)) throw notFound('This signatory');
  const found = counted.filter(({ status, signatory, auth_rep }) => {
    if (wentOut(status)) return false;
    return people.has(signatory) || people.has(signerOf(capacities, signatory, auth_rep)?.uuid ?? '');
  });
  if (found.length === 0) throw invalid('These signatories have nothing left to sign.', 'signatories');
  return found;
}

/** Checks that somebody signs for each entity. @throws {Refusal} `invalid`, naming the entities */
function groupByPerson(
  assignments: readonly AssignmentRow[],
  capacities: Capacities,
): Map<string, AssignmentRow[]> {
  const personOf = ({ signatory, auth_rep }: AssignmentRow) => signerOf(capacities, signatory, auth_rep);
  const without = assignments.filter((each) => personOf(each) === null);
  if (without.length > 0) {
    const names = without.map(({ signatory }) => capacities.party(signatory)?.name ?? '');
    throw invalid(`Nobody signs for ${inWords(names)} yet. Add a representative.`, 'signatories');
  }
  return Map.groupBy(assignments, (each) => personOf(each)?.uuid ?? '');
}

/** Checks that the design of each page can be read. @throws {Refusal} `invalid` */
async function assertPagesCanBeMade(
  { tx, deal }: DealWrite,
  assignments: readonly AssignmentRow[],
): Promise<void> {
  const among = assignments.map(({ item_page_uuid }) => item_page_uuid);
  const unreadable = (await readPageSources(tx, deal, among)).find((source) => 'problem' in source);
  if (unreadable && 'problem' in unreadable) throw invalid(unreadable.problem);
}

/** Deletes the unsent packets that contain one of these pages, and returns them. */
async function deleteUnsentPackets(
  scope: DealWrite,
  wanted: readonly AssignmentRow[],
): Promise<RowOf<'packets'>[]> {
  const uuids = new Set(wanted.map(({ uuid }) => uuid));
  const packets = await selectRows(scope.tx, packetCollection, { deal: scope.deal.uuid });
  const replaced = packets.filter(
    ({ status, assignments }) => isUnsent(status) && assignments.some((uuid) => uuids.has(uuid)),
  );
  await deletePackets(
    scope,
    replaced.map(({ uuid }) => uuid),
  );
  return replaced;
}

/** An absent option is on if the deal has its feature. Without the feature, the option is always off. */
async function optionsOf({ tx, deal }: DealWrite, { options }: NewPackets): Promise<PacketOptions> {
  const { flags } = await readFlags(tx, deal.uuid);
  return {
    cover_and_index: flags.PACKET_COVER_PAGE_AND_INDEX.is_active && options?.cover_and_index !== false,
    slip_pages: flags.DOCUMENT_SLIP_PAGE.is_active && options?.slip_pages !== false,
  };
}
