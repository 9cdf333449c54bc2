import type { SigningGroupMember } from '../../../../src/contract/entities/signing/signing-group-member.ts';
import { assertParentsOf, createRow, deleteRow, restoreRow, updateRow } from './model-collection.ts';
import {
  assign,
  createPage,
  deleteUnusedPages,
  isSameCapacity,
  membersOf,
  restorePageOf,
  unassign,
} from './model-signing.ts';
import { Refusal, type DealWrite } from './model-write.ts';

// Signing groups, whose members' assignments the server updates at once (as server/commands/signing/signing-groups.ts).

interface AskedGroup {
  id: string;
  uuid: string;
  item: string;
  item_page_uuid: string;
}

/** Assigns a document to a group. Repeated requests have no further effect. */
export function assignGroup(write: DealWrite, asked: AskedGroup): unknown {
  const { deal } = write;
  const { id: signing_group, uuid, item, item_page_uuid: page } = asked;
  const ofItem = [...deal.dynamic_assignments.values()].filter(
    (row) => row.signing_group === signing_group && row.item === item,
  );
  const isPage = deal.signature_pages.has(page) || deal.bin.has(page);
  const existing = ofItem.find((row) => row.item_page_uuid === page) ?? (isPage ? undefined : ofItem[0]);
  if (!existing && !write.isOwn('dynamic_assignments', uuid)) {
    assertParentsOf(deal, 'dynamicAssignments', { signing_group, item });
    const there = deal.signature_pages.get(page);
    if (there ? there.item !== item : deal.bin.has(page))
      throw new Refusal('not_found', 'There is no such signature page.');
    if (!there) createPage(write, page, item);
    createRow(write, 'dynamicAssignments', { uuid, signing_group, item, item_page_uuid: page, header: null });
  }
  follow(write, [signing_group]);
  return deal.dynamic_assignments.get(existing?.uuid ?? uuid);
}

export function deleteGroupAssignment(write: DealWrite, uuid: string): void {
  deleteRow(write, 'dynamicAssignments', uuid);
  deleteUnusedPages(write);
}

export function deleteGroup(write: DealWrite, uuid: string): void {
  deleteRow(write, 'signingGroups', uuid);
  deleteUnusedPages(write);
}

export function restoreGroupAssignment(write: DealWrite, uuid: string): void {
  const binned = write.deal.bin.get(uuid);
  if (write.deal.dynamic_assignments.has(uuid) || !binned || !('row' in binned))
    return restoreRow(write, 'dynamicAssignments', uuid);
  const { signing_group, item } = binned.row;
  assertParentsOf(write.deal, 'dynamicAssignments', { signing_group, item });
  restorePageOf(write, uuid);
  restoreRow(write, 'dynamicAssignments', uuid);
}

type NewMember = Pick<SigningGroupMember, 'uuid' | 'group' | 'signatory' | 'auth_rep'>;

/** Adds a signatory to a group, once for each capacity. */
export function addMember(write: DealWrite, asked: NewMember): unknown {
  const { deal } = write;
  const isSentAgain = write.isOwn('signing_group_members', asked.uuid);
  const twin = isSentAgain ? undefined : twinOf(write, asked.group, asked);
  if (!twin) createRow(write, 'signingGroupMembers', { ...asked });
  follow(write, [asked.group]);
  return deal.signing_group_members.get(twin?.uuid ?? asked.uuid);
}

export function updateMember(
  write: DealWrite,
  uuid: string,
  edits: Partial<Pick<SigningGroupMember, 'auth_rep' | 'order'>>,
): void {
  const member = memberOf(write, uuid);
  const { auth_rep = member.auth_rep } = edits;
  if (auth_rep !== member.auth_rep && twinOf(write, member.group, { ...member, auth_rep }))
    throw new Refusal('invalid', 'The signatory is already in the group in this capacity.');
  updateRow(write, 'signingGroupMembers', uuid, edits);
  if (auth_rep !== member.auth_rep) follow(write, [member.group]);
}

/** Moves a member to a place in their group, or in another one. */
export function moveMember(
  write: DealWrite,
  uuid: string,
  { target, to_index: order }: { target?: string | undefined; to_index: number },
): void {
  const { deal } = write;
  const member = memberOf(write, uuid);
  if (target !== undefined && target !== member.group) {
    assertParentsOf(deal, 'signingGroupMembers', { group: target });
    if (twinOf(write, target, member))
      throw new Refusal('invalid', 'The signatory is already in the group in this capacity.');
    deal.signing_group_members.set(uuid, { ...member, group: target, ...write.stamp() });
    write.log('signing_group_members', uuid, ['group']);
    const [last] = membersOf(deal, member.group);
    if (last) closeGap(write, member.group);
  }
  updateRow(write, 'signingGroupMembers', uuid, { order });
  follow(write, [member.group, target ?? member.group]);
}

export function deleteMember(write: DealWrite, uuid: string): void {
  const member = write.deal.signing_group_members.get(uuid);
  deleteRow(write, 'signingGroupMembers', uuid);
  if (member) follow(write, [member.group]);
}

/** If the signatory has rejoined the group, nothing changes. */
export function restoreMember(write: DealWrite, uuid: string): void {
  const binned = write.deal.bin.get(uuid);
  if (binned && 'row' in binned && !write.deal.signing_group_members.has(uuid)) {
    const { group, signatory, auth_rep } = binned.row;
    const capacity = {
      uuid,
      signatory: String(signatory),
      auth_rep: auth_rep === null ? null : String(auth_rep),
    };
    if (twinOf(write, String(group), capacity)) return;
  }
  restoreRow(write, 'signingGroupMembers', uuid);
}

/** Updates the assignments of restored groups, members and group assignments to the current membership. */
export function followRestored(write: DealWrite): void {
  const { signing_group_members: members, dynamic_assignments: dynamic } = write.deal;
  follow(write, [
    ...[...members.values()].filter(({ version }) => version === write.version).map(({ group }) => group),
    ...[...dynamic.values()]
      .filter(({ version }) => version === write.version)
      .map(({ signing_group }) => signing_group),
  ]);
}

function follow(write: DealWrite, groups: readonly string[]): void {
  const { deal } = write;
  for (const { uuid: group, signing_group, item, item_page_uuid } of deal.dynamic_assignments.values()) {
    if (!groups.includes(signing_group)) continue;
    const own = membersOf(deal, signing_group);
    const signing = [...deal.assignments.values()].filter((row) => row.signing_group_assignment === group);
    const missing = own.filter((member) => !signing.some((each) => isSameCapacity(each, member)));
    assign(
      write,
      missing.map(({ signatory, auth_rep }) => {
        const asked = { uuid: write.newId(), item, item_page_uuid, signatory, auth_rep };
        return { ...asked, group };
      }),
    );
    const surplus = signing.filter((each) => !own.some((member) => isSameCapacity(each, member)));
    unassign(
      write,
      surplus.map(({ uuid }) => uuid),
    );
  }
}

function memberOf({ deal }: DealWrite, uuid: string): SigningGroupMember {
  const member = deal.signing_group_members.get(uuid);
  if (!member) throw new Refusal('not_found', 'There is no such group member.');
  return member;
}

type Capacity = Pick<SigningGroupMember, 'uuid' | 'signatory' | 'auth_rep'>;

function twinOf({ deal }: DealWrite, group: string, member: Capacity): SigningGroupMember | undefined {
  return membersOf(deal, group).find((each) => each.uuid !== member.uuid && isSameCapacity(each, member));
}

/** Renumbers the members of a group after one has left. */
function closeGap(write: DealWrite, group: string): void {
  const { signing_group_members: members } = write.deal;
  const inOrder = membersOf(write.deal, group).toSorted((one, other) => one.order - other.order);
  for (const [order, member] of inOrder.entries()) {
    if (member.order === order) continue;
    members.set(member.uuid, { ...member, order, ...write.stamp() });
    write.log('signing_group_members', member.uuid, ['order']);
  }
}
