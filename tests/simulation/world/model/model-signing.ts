import {
  assignmentSchema,
  type Assignment,
  type NewAssignment,
} from '../../../../src/contract/entities/signing/assignment.ts';
import type { SigningGroupMember } from '../../../../src/contract/entities/signing/signing-group-member.ts';
import {
  GENERATED_PAGE_TYPE,
  newPageDesign,
} from '../../../../src/contract/rules/signature-page/design/new-design.ts';
import { signaturePageSchema } from '../../../../src/contract/entities/signing/signature-page.ts';
import { byOrder } from '../../../../src/contract/rules/checklist/order.ts';
import { placeOfFilePage } from '../../../../src/contract/rules/signing/pages/file-pages.ts';
import { countsAsSignature } from '../../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { chainOf } from '../../../../src/contract/rules/signing/signatories/auth-rep.ts';
import {
  capacitiesOf,
  type Capacities,
} from '../../../../src/contract/rules/signing/signatories/capacity.ts';
import { takenByMerge } from '../../../../src/contract/rules/signing/signatories/merging.ts';
import {
  takenOver,
  type Replacement,
} from '../../../../src/contract/rules/signing/signatories/taken-over.ts';
import { assertParentsOf, createRow, deleteRow, restoreRow, updateRow } from './model-collection.ts';
import type { DealState } from './model-deal.ts';
import { Refusal, type DealWrite } from './model-write.ts';

/** A requested assignment with all ids. `group`: the dynamic assignment that it follows. */
export type Asked = Required<NewAssignment> & { group?: string };

/**
 * Assigns documents to signatories, all or none, and returns the rows in the requested order (as
 * server/commands/signing/assignments.ts).
 */
export function assign(write: DealWrite, asked: readonly Asked[]): unknown[] {
  const { deal } = write;
  const given = asked.map((each) => (isOwn(write, each) ? each.uuid : (sameOf(deal, each) ?? each.uuid)));
  const wanted = asked.filter(({ uuid }, at) => given[at] === uuid && !deal.assignments.has(uuid));
  // The model can't roll back, so everything is checked before the first row is written.
  for (const each of wanted) assertCanBeAssigned(write, each);
  for (const { uuid, item, item_page_uuid: page, signatory, auth_rep, group = null } of wanted) {
    if (deal.bin.has(uuid)) {
      restoreWithPage(write, uuid);
      continue;
    }
    if (!deal.signature_pages.has(page)) createPage(write, page, item);
    createRow(write, 'assignments', {
      uuid,
      item,
      item_page_uuid: page,
      signatory,
      auth_rep,
      status: 'assigned',
      header: null,
      custom_text: '',
      requires_notary: false,
      requires_witness: false,
      signing_group_assignment: group,
      rejected_reason: null,
    });
  }
  return given.map((uuid) => deal.assignments.get(uuid));
}

/** Returns whether this person has created it and it still exists. */
function isOwn(write: DealWrite, { uuid }: Asked): boolean {
  const { assignments, bin } = write.deal;
  return (assignments.has(uuid) || !bin.has(uuid)) && write.isOwn('assignments', uuid);
}

function assertCanBeAssigned(write: DealWrite, asked: Asked): void {
  const { deal } = write;
  const { uuid, item, item_page_uuid: page, signatory, auth_rep } = asked;
  const binned = deal.bin.get(uuid);
  if (binned) {
    if ('row' in binned) assertCanComeBack(deal, assignmentSchema.parse(binned.row));
    return;
  }
  // A member's capacity that no longer exists is left open.
  assertParentsOf(deal, 'assignments', {
    item,
    signatory,
    auth_rep: asked.group === undefined ? auth_rep : null,
  });
  const row = deal.signature_pages.get(page);
  if (row ? row.item !== item : deal.bin.has(page))
    throw new Refusal('not_found', 'There is no such signature page.');
}

/** Checks that an assignment can be restored. A capacity that no longer exists is left open. */
function assertCanComeBack(deal: DealState, row: Assignment): void {
  const { item, signatory, signing_group_assignment } = row;
  assertParentsOf(deal, 'assignments', { item, signatory, signing_group_assignment });
  const followed = deal.dynamic_assignments.get(signing_group_assignment ?? '');
  if (followed && !membersOf(deal, followed.signing_group).some((member) => isSameCapacity(member, row)))
    throw new Refusal('invalid', 'This signatory is no longer in the signing group.');
}

export function createPage(write: DealWrite, uuid: string, item: string): void {
  createRow(write, 'signaturePages', {
    uuid,
    item,
    source: 'generated',
    type: GENERATED_PAGE_TYPE,
    document: null,
    ref_page_number: null,
    ...newPageDesign(),
    signature_page_type: null,
    legacy: null,
  });
}

/**
 * Returns the existing signature that counts: on the same page if there is one, otherwise on any page of the
 * document.
 */
function sameOf(
  { assignments, signature_pages: pages }: DealState,
  asked: Omit<Asked, 'uuid'>,
): string | undefined {
  const { item, signatory, auth_rep, item_page_uuid: page } = asked;
  return [...assignments.values()].findLast(
    (row) =>
      row.item === item &&
      row.signatory === signatory &&
      row.auth_rep === auth_rep &&
      (row.item_page_uuid === page || !pages.has(page)) &&
      countsAsSignature(row.status),
  )?.uuid;
}

/**
 * Transfers a representative's open assignments and memberships to another person (as
 * server/commands/signing/replace-representative.ts).
 */
export function replaceRepresentative(write: DealWrite, replaced: Replacement & { to: string }): unknown {
  const { deal } = write;
  for (const uuid of [replaced.from, replaced.to])
    if (!deal.representatives.has(uuid)) throw new Refusal('not_found', 'There is no such representative.');
  const asSigning = <Row extends Signing>(rows: Iterable<Row>) =>
    Array.from(rows, (row) => ({ ...row, authRep: row.auth_rep }));
  const capacities = capacitiesIn(deal);
  for (const authRep of [replaced.from, replaced.to])
    if (
      deal.representatives.get(authRep)?.entity !== replaced.entity &&
      chainOf(capacities, replaced.entity, authRep) === null
    )
      throw new Refusal('invalid', 'This representative doesn’t sign for this entity.');
  const { assignments, members } = takenOver(capacities, replaced, {
    assignments: asSigning(deal.assignments.values()),
    members: asSigning(deal.signing_group_members.values()),
  });
  const changed = { auth_rep: replaced.to, ...write.stamp() };
  for (const uuid of assignments) {
    const row = deal.assignments.get(uuid);
    if (row) deal.assignments.set(uuid, { ...row, ...changed });
    write.log('assignments', uuid, ['auth_rep']);
  }
  for (const uuid of members) {
    const row = deal.signing_group_members.get(uuid);
    if (row) deal.signing_group_members.set(uuid, { ...row, ...changed });
    write.log('signing_group_members', uuid, ['auth_rep']);
  }
  return assignments.map((uuid) => deal.assignments.get(uuid));
}

export function capacitiesIn({ signatories, representatives }: DealState): Capacities {
  return capacitiesOf(
    Array.from(signatories.values(), ({ uuid, full_name: name, is_org: isOrg }) => ({ uuid, name, isOrg })),
    representatives.values(),
  );
}

/** Removes assignments, along with generated pages that nobody else signs. A repeated removal succeeds. */
export function unassign(write: DealWrite, uuids: readonly string[]): void {
  for (const uuid of uuids) if (write.deal.assignments.has(uuid)) deleteRow(write, 'assignments', uuid);
  deleteUnusedPages(write);
}

/** Deletes a signatory with their dependent rows, and the pages that nobody else signs. */
export function deleteSignatory(write: DealWrite, uuid: string): void {
  deleteRow(write, 'signatories', uuid);
  clearInPacket(write);
  deleteUnusedPages(write);
}

/** Gives a page to another signatory, and changes other fields of it. */
export function updateAssignment(
  write: DealWrite,
  uuid: string,
  edits: Readonly<Record<string, unknown>>,
): void {
  const { deal } = write;
  const row = deal.assignments.get(uuid);
  const signatory = typeof edits['signatory'] === 'string' ? edits['signatory'] : row?.signatory;
  if (row && signatory !== undefined && signatory !== row.signatory) {
    const isGenerated = deal.signature_pages.get(row.item_page_uuid)?.source === 'generated';
    const page = isGenerated ? '' : row.item_page_uuid;
    if (sameOf(deal, { ...row, signatory, item_page_uuid: page }) !== undefined)
      throw new Refusal('invalid', 'This signatory already signs the document in that capacity.');
  }
  updateRow(write, 'assignments', uuid, edits);
}

/** Deletes a duplicate of a person, once the other entry has everything it had (as server/commands/signing/merge-signatory.ts). */
export function mergeSignatory(write: DealWrite, gone: string, kept: string): void {
  const { deal } = write;
  const people = [gone, kept].map((uuid) => deal.signatories.get(uuid));
  if (people.some((each) => !each)) throw new Refusal('not_found', 'There is no such signatory.');
  if (people.some((each) => each?.is_org)) throw new Refusal('invalid', 'Only two people can be merged.');
  const left = takenByMerge(
    { kept, gone },
    {
      assignments: Array.from(deal.assignments.values(), (row) => ({
        ...row,
        itemPageUuid: row.item_page_uuid,
        signingGroupAssignment: row.signing_group_assignment,
      })),
      members: [...deal.signing_group_members.values()],
    },
    (page) => deal.signature_pages.get(page)?.source === 'generated',
  );
  const represented = [...deal.representatives.values()].some(({ signatory }) => signatory === gone);
  if (represented || left.assignments.length > 0 || left.members.length > 0)
    throw new Refusal('invalid', 'Not everything could be moved to the other signatory.');
  deleteSignatory(write, gone);
}

/** Deletes a list along with its signatories, and with the pages that nobody else signs. */
export function deleteList(write: DealWrite, uuid: string): void {
  deleteRow(write, 'bulkSignatoryUploads', uuid);
  clearInPacket(write);
  deleteUnusedPages(write);
}

/**
 * Resets signatures that are no longer in a packet, including deleted ones (as
 * server/commands/packets/clear-in-packet.ts).
 */
export function clearInPacket(write: DealWrite): void {
  const { assignments, bin, packets } = write.deal;
  const open = [...packets.values()].filter(({ status }) => status === 'generating' || status === 'ready');
  const held = new Set(open.flatMap((packet) => packet.assignments));
  for (const row of assignments.values())
    if (row.status === 'in_packet' && !held.has(row.uuid)) setStatus(write, row, 'assigned');
  for (const [uuid, each] of bin)
    if ('row' in each && each.name === 'assignments' && each.row['status'] === 'in_packet' && !held.has(uuid))
      bin.set(uuid, { ...each, row: { ...each.row, status: 'assigned' } });
}

export function setStatus(write: DealWrite, row: Assignment, status: Assignment['status']): void {
  write.deal.assignments.set(row.uuid, { ...row, status, ...write.stamp() });
  write.log('assignments', row.uuid, ['status']);
}

/** Deletes the generated pages that nobody signs anymore after the deletions of this write. */
export function deleteUnusedPages(write: DealWrite): void {
  const { assignments, dynamic_assignments: dynamic, bin, signature_pages: pages } = write.deal;
  const used = new Set([...assignments.values(), ...dynamic.values()].map((row) => row.item_page_uuid));
  const freed = [...bin.values()].flatMap((each) =>
    'row' in each &&
    (each.name === 'assignments' || each.name === 'dynamicAssignments') &&
    each.version === write.version
      ? [String(each.row['item_page_uuid'])]
      : [],
  );
  for (const page of new Set(freed))
    if (!used.has(page) && pages.get(page)?.source === 'generated') deleteRow(write, 'signaturePages', page);
}

/** Restores an assignment with its page. If the signatory has been assigned to the document again, nothing changes. */
export function restoreAssignment(write: DealWrite, uuid: string): void {
  const { deal } = write;
  if (deal.assignments.has(uuid)) return;
  const binned = deal.bin.get(uuid);
  if (!binned || !('row' in binned)) throw new Refusal('not_found', 'There is nothing to restore.');
  const row = assignmentSchema.parse(binned.row);
  if (sameOf(deal, row) !== undefined) return;
  assertCanComeBack(deal, row);
  restoreWithPage(write, uuid);
}

function restoreWithPage(write: DealWrite, uuid: string): void {
  restorePageOf(write, uuid);
  restoreRow(write, 'assignments', uuid);
}

/** Restores the page of a deleted assignment, or of a group's. */
export function restorePageOf(write: DealWrite, uuid: string): void {
  const binned = write.deal.bin.get(uuid);
  if (binned && 'row' in binned) restoreRow(write, 'signaturePages', String(binned.row['item_page_uuid']));
}

export function membersOf(
  { signing_group_members: members }: DealState,
  group: string,
): SigningGroupMember[] {
  return [...members.values()].filter((member) => member.group === group);
}

interface Signing {
  signatory: string;
  auth_rep: string | null;
}

export function isSameCapacity(one: Signing, other: Signing): boolean {
  return one.signatory === other.signatory && one.auth_rep === other.auth_rep;
}

/** Returns the id of a document's only page. */
export function pageOf(document: string): string {
  return `ffffffff${document.slice(8)}`;
}

/** Marks a page of a file for signing, or unmarks it (as server/commands/signing/mark-page.ts). */
export function markPage(
  write: DealWrite,
  { item: itemId, page, forSigning }: { item: string; page: string; forSigning: boolean },
): void {
  const { deal, by } = write;
  const item = deal.items.get(itemId);
  const document = [...deal.documents.values()].find(
    (each) => each.item_id === itemId && pageOf(each.uuid) === page,
  );
  if (!item || !document) throw new Refusal('not_found', 'There is no such page.');
  if (!forSigning)
    return deal.signature_pages.has(page) ? deleteRow(write, 'signaturePages', page) : undefined;
  if (deal.signature_pages.has(page)) return;
  if (item.document !== document.uuid) throw new Refusal('invalid', 'It belongs to an earlier version.');
  const pages = [...deal.signature_pages.values()].filter((row) => row.item === itemId).toSorted(byOrder);
  const look = { ...newPageDesign(), type: 'file', blocks: [], signature_page_type: null, legacy: null };
  const fields = { ...look, source: 'file', document: document.uuid, ref_page_number: 1 };
  const birth = { created_at: by.at, created_by: by.user };
  const named = { uuid: page, transaction: deal.row.uuid, item: itemId, order: pages.length };
  const row = signaturePageSchema.parse({ ...named, ...fields, ...birth, ...write.stamp() });
  deal.signature_pages.set(page, row);
  deal.creators.set(page, by.user);
  write.log('signature_pages', page);
  const order = placeOfFilePage(
    pages.map((each) => each.ref_page_number),
    1,
  );
  updateRow(write, 'signaturePages', page, { order });
  if (item.for_signing) return;
  deal.items.set(itemId, { ...item, for_signing: true, ...write.stamp() });
  write.log('items', itemId, ['for_signing']);
}

/** Deletes a group of checkboxes. The checkboxes stay, without a rule. */
export function deleteTabGroup(write: DealWrite, uuid: string): void {
  const { tabs } = write.deal;
  deleteRow(write, 'tabGroups', uuid);
  for (const row of tabs.values()) {
    if (row.tab_group !== uuid) continue;
    tabs.set(row.uuid, { ...row, tab_group: null, ...write.stamp() });
    write.log('tabs', row.uuid, ['tab_group']);
  }
}
