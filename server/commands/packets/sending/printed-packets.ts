import { invalid } from '../../../refusal.ts';
import type { RowOf } from '../../../store/deals/collection-rows.ts';
import type { DealRead } from '../../../store/deals/deal-write.ts';
import { inWords } from '../../../../src/contract/rules/signing/signatories/names-in-words.ts';

type PacketRow = RowOf<'packets'>;

/** Returns whether the documents of a packet are fixed: it was emailed or printed. */
export function isBound({ sent_at, printed_at }: Pick<PacketRow, 'sent_at' | 'printed_at'>): boolean {
  return sent_at !== null || printed_at !== null;
}

/**
 * A packet that was printed can be emailed as well, but only with the same documents: its pages may come back on paper, too.
 * @throws {Refusal} `invalid`, naming the documents that have another version now
 */
export async function assertAsPrinted(
  { tx }: Pick<DealRead, 'tx'>,
  packets: readonly Pick<PacketRow, 'uuid'>[],
): Promise<void> {
  if (packets.length === 0) return;
  const changed = await tx
    .selectFrom('packet_documents as shown')
    .innerJoin('packets', 'packets.uuid', 'shown.packet')
    .innerJoin('items', 'items.uuid', 'shown.item')
    .select('items.name')
    .distinct()
    .where(
      'shown.packet',
      'in',
      packets.map(({ uuid }) => uuid),
    )
    .where('packets.sent_at', 'is', null)
    .where((where) => where('shown.document', 'is distinct from', where.ref('items.document')))
    .orderBy('items.name')
    .execute();
  if (changed.length === 0) return;
  const names = inWords(changed.map(({ name }) => `“${name}”`));
  throw invalid(
    `${names} changed after this packet was downloaded. Create the packet again, then send it.`,
    'packets',
  );
}
