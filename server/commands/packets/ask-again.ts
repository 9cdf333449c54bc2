import { v7 } from 'uuid';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { tabCollection } from '../../../src/contract/collections/tabs.ts';
import { tabGroupCollection } from '../../../src/contract/collections/tab-groups.ts';
import type { PacketOptions } from '../../../src/contract/entities/signing/packet.ts';
import { isUnsent } from '../../../src/contract/rules/signing/packets/packet-status.ts';
import { changeRow, insertRows, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { QueuedSend } from '../../store/deals/packets/packet-tables.ts';
import { createPackets } from './sending/create-packets.ts';
import { packetsOfSignatures } from './packet-sender.ts';

type AssignmentRow = RowOf<'assignments'>;

/**
 * Requests rejected signatures again. Each gets a new assignment of the same page with the same fields. Those that came in a
 * packet go into a new packet with the same options, which is sent automatically. Pages of the same person that are rejected
 * soon after join it. The other pages that came back on paper wait for a packet.
 */
export async function askAgain(
  scope: DealWrite,
  rejected: readonly AssignmentRow[],
  reason: string,
): Promise<void> {
  const { tx, deal, actor, now } = scope;
  const packets = await packetsOfSignatures(
    scope,
    rejected.map(({ uuid }) => uuid),
  );
  // Nobody is emailed about a packet that they only got on paper.
  const emailed = packets.filter(({ sent_at }) => sent_at !== null);
  const signed = new Set(emailed.flatMap(({ assignments }) => assignments));
  const again = rejected.filter(({ uuid }) => signed.has(uuid));
  await copyAssignments(
    scope,
    rejected.filter(({ uuid, executed_document_page: page }) => page !== null && !signed.has(uuid)),
  );
  if (again.length === 0 || actor === null) return;
  const assignments = await copyAssignments(scope, again);
  const prepared = await preparedFor(scope, new Set(emailed.map(({ signatory }) => signatory)));
  const request = v7();
  // Signatures that were unassigned, superseded or signed on paper in the meantime are no longer requested.
  const named = await selectRows(tx, assignmentCollection, {
    deal: deal.uuid,
    among: prepared.flatMap((packet) => packet.assignments),
  });
  const open = named.filter(({ status }) => status === 'assigned' || status === 'in_packet');
  const asked = [...open.map(({ uuid: assignment }) => assignment), ...assignments];
  const asRequest = { uuid: request, transaction: deal.uuid, assignments: asked };
  await createPackets(scope, asRequest, { isQueuedAgain: true });
  const made = await tx
    .selectFrom('packets')
    .select(['uuid', 'signatory', 'options'])
    .where('request', '=', request)
    .execute();
  for (const { uuid, signatory, options } of made) {
    const own = prepared.find((packet) => packet.signatory === signatory);
    const queued = queuedAgain(own?.queued?.again, { by: actor, reason, at: now.toISOString() });
    // The new packets open with the code that their signatory knows.
    const code = [...emailed, ...prepared].find(
      (packet) => packet.signatory === signatory && packet.access_code_hash !== null,
    );
    const before = emailed.find((packet) => packet.signatory === signatory)?.options;
    await changeRow(tx, 'packets', uuid, {
      queued: JSON.stringify(queued),
      options: JSON.stringify(withoutThoseOff(options, before)),
      access_code_hash: code?.access_code_hash ?? null,
    });
  }
}

/**
 * Returns the packets of these people that already contain rejected pages and haven't been sent. The rejected pages join
 * them.
 */
async function preparedFor(
  { tx, deal, user }: DealWrite,
  signatories: ReadonlySet<string>,
): Promise<RowOf<'packets'>[]> {
  const packets = await selectRows(tx, packetCollection, { deal: deal.uuid });
  const prepared = packets.filter(
    ({ signatory, status, queued }) => signatories.has(signatory) && isUnsent(status) && queued?.again,
  );
  if (prepared.length === 0) return [];
  const senders = await tx
    .selectFrom('users')
    .select(['uuid', 'organization'])
    .where(
      'uuid',
      'in',
      prepared.flatMap(({ queued }) => queued?.by ?? []),
    )
    .execute();
  const organizationOf = new Map(senders.map(({ uuid, organization }) => [uuid, organization]));
  // Another organization collects its own signatures.
  return prepared.filter(({ queued }) => organizationOf.get(queued?.by ?? '') === user?.organization);
}

/** The options of a new packet, without those that were off in the packet whose pages were rejected. */
function withoutThoseOff(options: PacketOptions, before: PacketOptions | undefined): PacketOptions {
  return {
    cover_and_index: options.cover_and_index && before?.cover_and_index !== false,
    slip_pages: options.slip_pages && before?.slip_pages !== false,
  };
}

/** Decides when and how a packet with rejected pages goes out: with all of their reasons, once no more are coming. */
function queuedAgain(
  before: QueuedSend['again'],
  { by, reason, at }: { by: string; reason: string; at: string },
): QueuedSend {
  const reasons = [...new Set([...(before?.reasons ?? []), ...(reason === '' ? [] : [reason])])];
  const message =
    reasons.length === 0
      ? 'Please sign these pages again.'
      : `Please sign these pages again: ${reasons.join(' ')}`;
  return { by, message, after: [], again: { reasons, first_at: before?.first_at ?? at, last_at: at } };
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
        is_option,
        sheet,
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
        is_option,
        sheet,
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
