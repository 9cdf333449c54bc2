import { dynamicAssignmentCollection } from '../../../../contract/collections/dynamic-assignments.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { requestTo, type CommandDefinition, type Step } from '../../../outbox/command.ts';
import { fieldIn, instead } from '../../../outbox/given-ids.ts';
import { mutate, step } from '../../../outbox/mutate.ts';
import { createdBy, defineCreate } from '../../collections/create-row.ts';
import { dependentsOf, type DependentKey } from '../../collections/delete-row.ts';
import { defineEdit, type RowInDeal } from '../../collections/edit-row.ts';
import { STANDARD } from '../../collections/standard-commands.ts';
import { generatedPage } from '../pages/new-page.ts';

export interface DynamicAssignmentArgs extends RowInDeal {
  signingGroup: string;
  item: string;
  /** The page. If it doesn't exist yet, it is generated with this id. */
  page: string;
  /** How many signature pages the item has before a generated one, according to this device. */
  pageOrder: number;
}

const dynamicCreation = defineCreate(dynamicAssignmentCollection, {
  rowOf: ({ uuid, transaction, signingGroup, item, page }: DynamicAssignmentArgs, stamp) => ({
    uuid,
    transaction,
    signingGroup,
    item,
    itemPageUuid: page,
    header: null,
    createdBy: stamp.userId,
    ...createdBy(stamp),
  }),
  request: ({ uuid, signingGroup, item, page }) =>
    requestTo('signingGroups', 'assignDynamic', { id: signingGroup, uuid, item, item_page_uuid: page }),
});

/** Assigns a document to a group. The server adds the members' own assignments. */
export const createDynamicAssignmentDefinition: CommandDefinition<DynamicAssignmentArgs> = {
  ...dynamicCreation,
  keys: (args) => [...dynamicCreation.keys(args), { table: 'signaturePages', key: args.page }],
  creates: ({ uuid, page }) => [uuid, page],
  refersTo: (args) => [...dynamicCreation.refersTo(args), args.page],
  apply(draft, args, stamp) {
    const { transaction, item, page, pageOrder } = args;
    if (!draft.get('signaturePages', page))
      draft.put(
        'signaturePages',
        page,
        generatedPage({ uuid: page, transaction, item, order: pageOrder }, stamp),
      );
    dynamicCreation.apply(draft, args, stamp);
  },
  inverse({ transaction, uuid, page }, before) {
    const own: DependentKey[] = before.get('signaturePages', page)
      ? []
      : [{ table: 'signaturePages', key: page }];
    const deletion = (along: DependentKey[]) =>
      step(
        STANDARD.dynamicAssignments.delete,
        { transaction, uuid, ...(along.length > 0 && { along }) },
        (shown) => shown.get('dynamicAssignments', uuid) !== null,
      );
    // Since then, the server may have added the members' assignments.
    const prepare = async (db: MirrorDatabase) =>
      deletion([...own, ...(await dependentsOf(db, 'dynamicAssignments', [uuid]))]);
    return [{ ...deletion(own), prepare }];
  },
  refreshes: ['dynamicAssignments', 'assignments', 'signaturePages'],
  // Somebody else has assigned the document to the group in the meantime.
  remaps: ({ uuid, page }, answer) =>
    new Map([...instead(uuid, fieldIn(answer, 'uuid')), ...instead(page, fieldIn(answer, 'item_page_uuid'))]),
};

export interface UpdateDynamicAssignmentArgs extends RowInDeal {
  header: string | null;
}

export const updateDynamicAssignmentDefinition = defineEdit(dynamicAssignmentCollection, {
  editsOf: ({ header }: UpdateDynamicAssignmentArgs) => ({ header }),
  withEdits: (args, { header }) => ({ ...args, header }),
});

export async function updateDynamicAssignment(
  db: MirrorDatabase,
  args: UpdateDynamicAssignmentArgs,
): Promise<Step[]> {
  return mutate(db, updateDynamicAssignmentDefinition, args);
}
