import { sql } from 'kysely';
import { changeRow, type RowOf } from '../../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../../store/deals/deal-write.ts';
import type { QueuedSend } from '../../../store/deals/packets/packet-tables.ts';
import { holdPackets } from './hold-packets.ts';

type MadePacket = Pick<RowOf<'packets'>, 'uuid' | 'signatory' | 'assignments' | 'warnings'> & {
  queued: QueuedSend;
};

/**
 * Compares a packet that was just created with what its sender saw when they decided to send it. If something is new, the
 * packet is held.
 * @returns whether it is held
 */
export async function holdUnseen(scope: DealWrite, packet: MadePacket): Promise<boolean> {
  const { seen, ...queued } = packet.queued;
  if (!seen) return false;
  const reason = await somethingNew(scope, packet, seen);
  if (reason !== null) await holdPackets(scope, [packet], reason);
  // From now on, the packet records what its pages show.
  else await changeRow(scope.tx, 'packets', packet.uuid, { queued: JSON.stringify(queued) });
  return reason !== null;
}

/** Returns what the sender couldn't see, as sentences; null if there is nothing. */
async function somethingNew(
  scope: DealWrite,
  packet: MadePacket,
  seen: NonNullable<QueuedSend['seen']>,
): Promise<string | null> {
  const added = packet.assignments.filter((each) => !seen.assignments.includes(each)).length;
  if (added > 0)
    return `It has ${added === 1 ? 'a page' : 'pages'} that you hadn’t seen when you decided to send it. Check it, then send it.`;
  const warnings = packet.warnings.filter((each) => !seen.warnings.includes(each));
  if (warnings.length > 0) return `Check this, then send it: ${warnings.join(' ')}`;
  if (await wasChanged(scope, packet, seen.version))
    return 'Someone else has changed its pages since you decided to send it. Check it, then send it.';
  return null;
}

/** The deal's own fields that the pages of its packets show. */
const SHOWN_OF_DEAL = ['name', 'paper_size', 'is_deed_transaction'];

/**
 * Returns whether anyone other than the sender has changed what the pages of a packet show since that version of the deal: a page, its
 * document, tabs and caption, its group, the deal's name, or anyone in its signing chain, with their titles and values.
 */
async function wasChanged(
  { tx, deal }: DealWrite,
  { assignments, signatory, queued: { by } }: MadePacket,
  version: number,
): Promise<boolean> {
  const { rows } = await sql`
    with recursive signed as (
      select uuid, item, item_page_uuid, signatory, signing_group_assignment from assignments
      where transaction = ${deal.uuid} and uuid = any(${assignments}::uuid[])
    ), people as (
      select signatory as uuid from signed union select ${signatory}::uuid
      union select representatives.signatory from representatives join people on people.uuid = entity
        where representatives.transaction = ${deal.uuid}
    ), shown as (
      select uuid from signed
      union select item from signed
      union select item_page_uuid from signed
      union select signing_group_assignment from signed
      union select signing_group from dynamic_assignments
        join signed on dynamic_assignments.uuid = signing_group_assignment
      union select uuid from people
      union select representatives.uuid from representatives join people on people.uuid = entity
        where representatives.transaction = ${deal.uuid}
      union select unnest(array[custom_values.uuid, custom_key]) from custom_values
        join people on people.uuid = custom_values.signatory where custom_values.transaction = ${deal.uuid}
      union select tabs.uuid from tabs join signed on signed.uuid = assignment where tabs.transaction = ${deal.uuid}
    )
    select 1 from change_log left join shown on shown.uuid = "row"
    where transaction = ${deal.uuid} and version > ${version} and actor is not null and actor <> ${by}
      and detail->'fields' is distinct from '["status"]'
      and (shown.uuid is not null
        or "row" = ${deal.uuid} and detail->'fields' ?| ${SHOWN_OF_DEAL}::text[])
    limit 1
  `.execute(tx);
  return rows.length > 0;
}
