import { v7 } from 'uuid';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { tabCollection } from '../../../src/contract/collections/tabs.ts';
import { tabGroupCollection } from '../../../src/contract/collections/tab-groups.ts';
import { insertRows, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { createPackets } from './create-packets.ts';
import { packetsOfSignatures } from './packet-sender.ts';

type AssignmentRow = RowOf<'assignments'>;

/**
 * Asks for rejected signatures once more: each gets a new assignment of the same page with the same fields, and those that came in a packet
 * are in a new packet, which goes out by itself. The other pages that came back on paper wait for a packet.
 */
export async function askAgain(
  scope: DealWrite,
  rejected: readonly AssignmentRow[],
  reason: string,
): Promise<void> {
  const { tx, deal, actor } = scope;
  const packets = await packetsOfSignatures(
    scope,
    rejected.map(({ uuid }) => uuid),
  );
  // Nobody gets an email about a packet that was only handed to them on paper.
  const emailed = packets.filter(({ sent_at }) => sent_at !== null);
  const signed = new Set(emailed.flatMap(({ assignments }) => assignments));
  const again = rejected.filter(({ uuid }) => signed.has(uuid));
  await copyAssignments(
    scope,
    rejected.filter(({ uuid, executed_document_page: page }) => page !== null && !signed.has(uuid)),
  );
  if (again.length === 0 || actor === null) return;
  const assignments = await copyAssignments(scope, again);
  const request = v7();
  await createPackets(scope, { uuid: request, transaction: deal.uuid, assignments });
  const message =
    reason === '' ? 'Please sign these pages again.' : `Please sign these pages again: ${reason}`;
  await tx
    .updateTable('packets')
    .set({ queued: JSON.stringify({ by: actor, message, after: null }) })
    .where('request', '=', request)
    .execute();
  // They open with the code that their signatory knows.
  for (const { signatory, access_code_hash } of emailed)
    if (access_code_hash !== null)
      await tx
        .updateTable('packets')
        .set({ access_code_hash })
        .where('request', '=', request)
        .where('signatory', '=', signatory)
        .execute();
}

/** Returns the new assignments, in the order of the old ones. */
export async function copyAssignments(scope: DealWrite, rows: readonly AssignmentRow[]): Promise<string[]> {
  const { tx, deal, birth } = scope;
  const born = { transaction: deal.uuid, ...birth };
  const copyOf = new Map(rows.map(({ uuid }) => [uuid, v7()]));
  const newOf = (uuid: string) => copyOf.get(uuid) ?? '';
  await insertRows(
    tx,
    'assignments',
    rows.map(({ uuid, item, item_page_uuid, signatory, auth_rep, header, custom_text, ...row }) => ({
      ...born,
      uuid: newOf(uuid),
      item,
      item_page_uuid,
      signatory,
      auth_rep,
      header,
      custom_text,
      requires_notary: row.requires_notary,
      requires_witness: row.requires_witness,
      signing_group_assignment: row.signing_group_assignment,
      status: 'assigned' as const,
      rejected_reason: null,
    })),
  );
  for (const uuid of copyOf.values()) scope.put(assignmentCollection.wire, uuid);
  await copyFields(scope, newOf, new Set(copyOf.keys()));
  return [...copyOf.values()];
}

/** Copies the signing fields, without what the signatory filled in. */
async function copyFields(
  scope: DealWrite,
  newOf: (uuid: string) => string,
  copied: ReadonlySet<string>,
): Promise<void> {
  const { tx, deal, birth } = scope;
  const born = { transaction: deal.uuid, ...birth };
  const groups = await selectRows(tx, tabGroupCollection, { deal: deal.uuid });
  const groupOf = new Map<string, string>();
  const newGroups = groups
    .filter(({ assignment_id }) => copied.has(assignment_id))
    .map(({ uuid, assignment_id, group_rule, minimum_required, maximum_allowed }) => {
      const own = v7();
      groupOf.set(uuid, own);
      const rule = { group_rule, minimum_required, maximum_allowed };
      return { ...born, uuid: own, assignment_id: newOf(assignment_id), ...rule };
    });
  await insertRows(tx, 'tab_groups', newGroups);
  for (const { uuid } of newGroups) scope.put(tabGroupCollection.wire, uuid);
  const tabs = await selectRows(tx, tabCollection, { deal: deal.uuid });
  const newTabs = tabs
    .filter(({ assignment }) => copied.has(assignment))
    .map(
      ({
        assignment,
        tab_type,
        x_position,
        y_position,
        width,
        height,
        label,
        required,
        tab_group,
        ...tab
      }) => ({
        ...born,
        uuid: v7(),
        assignment: newOf(assignment),
        tab_type,
        x_position,
        y_position,
        width,
        height,
        label,
        required,
        tab_group: tab_group === null ? null : (groupOf.get(tab_group) ?? null),
        value: tab.value,
        filled_at: null,
      }),
    );
  await insertRows(tx, 'tabs', newTabs);
  for (const { uuid } of newTabs) scope.put(tabCollection.wire, uuid);
}
