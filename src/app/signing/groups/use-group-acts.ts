import {
  assignDocumentsToGroup,
  withSeveralPages,
} from '../../../db/commands/signing/assignments/assign-documents.ts';
import {
  addSigningGroupMembers,
  copySigningGroup,
} from '../../../db/commands/signing/signatories/change-signing-groups.ts';
import {
  moveSigningGroupMember,
  moveToSigningGroup,
  updateSigningGroupMember,
} from '../../../db/commands/signing/signatories/signing-groups.ts';
import { authRepOf } from '../../../contract/rules/signing/signatories/auth-rep.ts';
import { chains } from '../../../contract/rules/signing/signatories/capacity.ts';
import type {
  Group,
  GroupDocument,
  GroupMember,
  SigningGroups,
} from '../../../db/queries/signing/signatories/groups.ts';
import { newUuid } from '../../../db/uuid.ts';
import { useFeature } from '../../lib/account/use-feature.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { askForPage } from '../page-question/page-questions.ts';
import { ACTS, LEAVING, MEMBERS } from './groups-copy.ts';
import { copyName, groupChanges, memberChanges, placeOf } from './leave-changes.ts';
import type { Leaving } from './leave-dialog.tsx';
import type { MemberDrop } from './use-member-drag.ts';
import { deleteRow, updateRow } from '../../../db/commands/collections/standard-commands.ts';

/** The user's edits of groups. The user confirms first if assignments would be removed. */
export interface GroupActs {
  rename: (group: Group, name: string) => void;
  copy: (group: Group) => void;
  delete: (group: Group) => void;
  addMembers: (group: Group, signatories: readonly string[]) => void;
  chooseCapacity: (member: GroupMember, authRep: string) => void;
  /** Moves a member within the group to a position, counted from 0. */
  moveTo: (group: Group, member: GroupMember, index: number) => void;
  moveToGroup: (group: Group, member: GroupMember, to: Group) => void;
  remove: (group: Group, member: GroupMember) => void;
  addDocuments: (group: Group, items: readonly string[]) => void;
  removeDocument: (group: Group, document: GroupDocument) => void;
  /** Handles a dropped member, who may be in this group or in another. */
  drop: (member: string, drop: MemberDrop) => void;
}

interface Screen {
  ask: (leaving: Leaving) => void;
  announce: (text: string) => void;
  /** The items that are marked to be signed. */
  marked: ReadonlySet<string>;
  nameOf: (item: string) => string;
}

export function useGroupActs(
  transaction: string,
  read: SigningGroups | undefined,
  { ask, announce, marked, nameOf }: Screen,
): GroupActs {
  const db = useMirror();
  const act = useCarryOutAct();
  const follows = useFeature('BACKEND_SIGNING_GROUP_LOGIC');
  const groups = read?.groups ?? [];

  /**
   * Asks for confirmation if assignments would be removed or added, or if they can't be removed. Otherwise acts at once,
   * because the user can undo it.
   */
  const leave = (leaving: Leaving) => {
    if (isHarmless(leaving)) leaving.act();
    else ask(leaving);
  };
  const leaveGroup = (
    group: Group,
    member: GroupMember,
    question: Pick<Leaving, 'title' | 'confirm' | 'joins' | 'act'> & Partial<Pick<Leaving, 'blocked'>>,
  ) => {
    const blocked = LEAVING.member.blocked(member.signatory.fullName, group.row.name);
    const changes = memberChanges(group, member);
    leave({ blocked, ...question, changes, ...(!follows && { later: group.row.name }) });
  };
  const place = (group: Group, member: GroupMember, after: string | null) => {
    const { uuid } = member.row;
    const uuids = group.members.map(({ row }) => row.uuid);
    const others = uuids.filter((each) => each !== uuid);
    const index = after === null ? 0 : others.indexOf(after) + 1;
    const who = member.signatory.fullName;
    act(ACTS.move(who), moveSigningGroupMember(db, { transaction, uuid, after }));
    announce(MEMBERS.moved(who, index + 1, uuids.length));
  };
  const changeGroup = (from: Group, member: GroupMember, to: Group, after: string | null | undefined) => {
    const { uuid, signatory, authRep } = member.row;
    const [who, group] = [member.signatory.fullName, to.row];
    if (to.members.some(({ row }) => row.signatory === signatory && row.authRep === authRep)) {
      pushToast({ id: 'already-in-group', level: 'info', message: MEMBERS.alreadyIn(who, group.name) });
      return;
    }
    leaveGroup(from, member, {
      title: LEAVING.member.moveTitle(who, group.name),
      confirm: LEAVING.member.confirmMove,
      joins: { group: to, joining: [{ signatory, authRep }] },
      act: () => {
        const moving = { transaction, uuid, group: group.uuid, after };
        act(ACTS.moveTo(who, group.name), moveToSigningGroup(db, moving));
        announce(MEMBERS.movedTo(who, group.name));
      },
    });
  };

  return {
    rename: ({ row }, name) =>
      act(
        ACTS.rename(row.name),
        updateRow(db, 'signingGroups', { transaction, uuid: row.uuid, edits: { name } }),
      ),
    copy: ({ row, members }) => {
      const name = copyName(
        row.name,
        groups.map((group) => group.row.name),
      );
      const copied = members.map((member) => ({
        signatory: member.row.signatory,
        authRep: member.row.authRep,
      }));
      const copying = copySigningGroup(db, { transaction, uuid: newUuid(), name, members: copied });
      act(ACTS.copy(row.name), copying, ACTS.copied(row.name, name));
    },
    delete: (group) => {
      const { uuid, name } = group.row;
      leave({
        title: LEAVING.group.title(name),
        confirm: LEAVING.group.confirm,
        blocked: LEAVING.group.blocked(name),
        stay: LEAVING.group.stay,
        changes: groupChanges(group),
        act: () =>
          act(ACTS.delete(name), deleteRow(db, 'signingGroups', { transaction, uuid }), ACTS.deleted(name)),
      });
    },
    addMembers: ({ row }, signatories) => {
      if (!read) return;
      const members = newMembers(read, signatories);
      act(
        ACTS.addMembers(members.length, row.name),
        addSigningGroupMembers(db, { transaction, group: row.uuid, members }),
      );
    },
    chooseCapacity: (member, authRep) => {
      const { row, signatory } = member;
      const group = groups.find((each) => each.row.uuid === row.group);
      if (!group) return;
      const others = group.members.filter((each) => each !== member);
      leaveGroup(group, member, {
        title: LEAVING.capacity.title(signatory.fullName),
        confirm: LEAVING.capacity.confirm,
        blocked: LEAVING.capacity.blocked(signatory.fullName),
        joins: { group: { ...group, members: others }, joining: [{ signatory: signatory.uuid, authRep }] },
        act: () => {
          const change = { transaction, uuid: row.uuid, authRep };
          act(ACTS.capacity(signatory.fullName), updateSigningGroupMember(db, change));
        },
      });
    },
    moveTo: (group, member, index) => {
      const others = group.members.filter((each) => each !== member);
      place(group, member, others[index - 1]?.row.uuid ?? null);
    },
    moveToGroup: (from, member, to) => changeGroup(from, member, to, undefined),
    remove: (group, member) => {
      const [who, name] = [member.signatory.fullName, group.row.name];
      leaveGroup(group, member, {
        title: LEAVING.member.title(who, name),
        confirm: LEAVING.member.confirm,
        act: () => {
          const { uuid } = member.row;
          const removing = deleteRow(db, 'signingGroupMembers', { transaction, uuid });
          act(ACTS.remove(who, name), removing, ACTS.removed(who, name));
        },
      });
    },
    addDocuments: ({ row }, items) => {
      const add = (documents: readonly string[], chosen?: ReadonlyMap<string, string>) => {
        const unmarked = documents.filter((item) => !marked.has(item));
        const args = { transaction, group: row.uuid, items: documents, unmarked, ...(chosen && { chosen }) };
        act(ACTS.addDocuments(documents.length, row.name), assignDocumentsToGroup(db, args));
      };
      const addOrAsk = async () => {
        const several = await withSeveralPages(db, items);
        const others = items.filter((item) => !several.includes(item));
        if (others.length > 0) add(others);
        for (const item of several)
          askForPage({
            item,
            name: nameOf(item),
            signer: row.name,
            choose: (page) => add([item], new Map([[item, page]])),
          });
      };
      void addOrAsk();
    },
    removeDocument: ({ row: { name } }, document) => {
      const { uuid } = document.row;
      leave({
        title: LEAVING.document.title(document.name, name),
        confirm: LEAVING.document.confirm,
        blocked: LEAVING.document.blocked(document.name),
        changes: groupChanges({ documents: [document] }),
        act: () =>
          act(
            ACTS.removeDocument(document.name, name),
            deleteRow(db, 'dynamicAssignments', { transaction, uuid }),
            ACTS.removedDocument(document.name, name),
          ),
      });
    },
    drop: (uuid, drop) => {
      const isDragged = ({ row }: GroupMember) => row.uuid === uuid;
      const from = groups.find(({ members }) => members.some(isDragged));
      const member = from?.members.find(isDragged);
      const to = groups.find(({ row }) => row.uuid === drop.group);
      if (!from || !member || !to) return;
      const after = placeOf(
        to.members.map(({ row }) => row.uuid),
        uuid,
        drop,
      );
      if (from === to) {
        if (after !== (from.members[from.members.indexOf(member) - 1]?.row.uuid ?? null))
          place(from, member, after);
      } else changeGroup(from, member, to, after);
    },
  };
}

/** Returns signatories as new members of a group, each in their first capacity. */
export function newMembers(
  { capacities }: Pick<SigningGroups, 'capacities'>,
  signatories: readonly string[],
) {
  return signatories.map((signatory) => ({
    signatory,
    authRep: authRepOf(chains(capacities, signatory)[0] ?? []),
  }));
}

function isHarmless({ changes: { go, sent }, joins }: Leaving): boolean {
  return go.length === 0 && sent.length === 0 && (joins?.group.documents ?? []).length === 0;
}
