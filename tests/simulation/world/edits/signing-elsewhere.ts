import type { DealState } from '../model/model-deal.ts';
import { createRow, updateRow } from '../model/model-collection.ts';
import {
  addMember,
  assignGroup,
  deleteGroup,
  deleteGroupAssignment,
  deleteMember,
  moveMember,
} from '../model/model-groups.ts';
import { assign, deleteSignatory, markPage, pageOf, unassign } from '../model/model-signing.ts';
import type { DealWrite } from '../model/model-write.ts';
import { pick } from '../random.ts';
import type { Step } from '../steps.ts';
import type { World } from '../world.ts';

/** Changes who signs, as the other person, on another machine. */
export function signedElsewhere(world: World, write: DealWrite, deal: DealState, { a, b, c }: Step): void {
  const uuid = world.newId();
  const [signatory, other] = [pick([...deal.signatories.keys()], b), pick([...deal.signatories.keys()], c)];
  const assignment = pick([...deal.assignments.keys()], b);
  switch (a % 11) {
    case 0:
      return createSignatory(write, uuid, `Their signatory ${b}`);
    case 1:
      return signatory ? updateRow(write, 'signatories', signatory, { full_name: `Theirs ${c}` }) : undefined;
    case 2:
      return signatory ? updateRow(write, 'signatories', signatory, { order: c % 3 }) : undefined;
    case 3:
      return signatory ? deleteSignatory(write, signatory) : undefined;
    case 4: {
      const title = `Their title ${c}`;
      const rep = pick([...deal.representatives.keys()], b);
      if (rep) return updateRow(write, 'representatives', rep, { title });
      if (!signatory || !other || signatory === other) return;
      return createRow(write, 'representatives', { uuid, entity: signatory, signatory: other, title });
    }
    case 5: {
      const group = pick([...deal.signing_groups.keys()], b);
      if (!group) return createRow(write, 'signingGroups', { uuid, name: 'Sellers' });
      if (!signatory || c % 3 === 0) return deleteGroup(write, group);
      addMember(write, { uuid, group, signatory, auth_rep: null });
      return;
    }
    case 6: {
      const item = pick([...deal.items.keys()], c);
      if (!item || !signatory) return;
      assign(write, [{ uuid, item, item_page_uuid: world.newId(), signatory, auth_rep: null }]);
      return;
    }
    case 7: {
      const [group, item] = [pick([...deal.signing_groups.keys()], b), pick([...deal.items.keys()], c)];
      const followed = pick([...deal.dynamic_assignments.keys()], b);
      if (followed && c % 4 === 0) return deleteGroupAssignment(write, followed);
      if (group && item) assignGroup(write, { id: group, uuid, item, item_page_uuid: world.newId() });
      return;
    }
    case 8: {
      const member = pick([...deal.signing_group_members.keys()], b);
      const target = pick([...deal.signing_groups.keys()], c);
      if (!member) return;
      return c % 4 === 0
        ? deleteMember(write, member)
        : moveMember(write, member, { target, to_index: b % 3 });
    }
    case 9: {
      const filed = [...deal.items.values()].filter(({ document }) => document !== null);
      const item = pick(filed, c);
      if (!item?.document) return;
      return markPage(write, { item: item.uuid, page: pageOf(item.document), forSigning: b % 3 > 0 });
    }
    default:
      if (!assignment) return;
      return c % 2 === 0
        ? unassign(write, [assignment])
        : updateRow(write, 'assignments', assignment, { custom_text: `Theirs ${c}` });
  }
}

function createSignatory(write: DealWrite, uuid: string, name: string): void {
  createRow(write, 'signatories', {
    uuid,
    full_name: name,
    email: '',
    is_org: false,
    address: '',
    entity_description: '',
    instapages_config: null,
    bulk_signatory_upload_id: null,
  });
}
