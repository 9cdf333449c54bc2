import { sql } from 'kysely';
import { packetCollection } from '../../../src/contract/collections/packets.ts';
import {
  earlierHashesOfPages,
  hashesOfPages,
  type PacketSource,
} from '../../signing/packets/packet-source.ts';
import { selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { openPacketSources } from '../packets/sending/read-packet-source.ts';

/** The part of a packet's page that says what was printed. */
export interface PrintedPage {
  readonly packet: string;
  readonly item: string | null;
  readonly page: string | null;
  readonly made_from: string | null;
}

/** Why a printed page differs from what would be signed today. */
export type Staleness = 'earlier_version' | 'changed_since';

type SourceOf = (packet: RowOf<'packets'>) => PacketSource;

/** Compares printed pages with the deal's current state. What the pages would show is read once, and only if needed. */
export class PageVersions {
  readonly #scope: DealWrite;
  #sources: Promise<SourceOf> | null = null;

  constructor(scope: DealWrite) {
    this.#scope = scope;
  }

  /** Returns whether a document of these pages has another version than the one that the packet was printed or sent with. */
  async areOfEarlierVersions(pages: readonly PrintedPage[]): Promise<boolean> {
    const packets = [...new Set(pages.map(({ packet }) => packet))];
    if (packets.length === 0) return false;
    const { rows } = await sql<{ packet: string; item: string }>`
      select shown.packet, shown.item from packet_documents as shown join items on items.uuid = shown.item
      where shown.packet = any(${packets}::uuid[])
        and shown.document is not null and shown.document is distinct from items.document
    `.execute(this.#scope.tx);
    const earlier = new Set(rows.map(({ packet, item }) => `${packet} ${item}`));
    return pages.some(({ packet, item }) => earlier.has(`${packet} ${item}`));
  }

  /** Returns whether one of these pages of live packets would be printed differently today. Pages that were emailed can't change. */
  async haveChanged(pages: readonly PrintedPage[]): Promise<boolean> {
    const { tx, deal } = this.#scope;
    const among = [...new Set(pages.flatMap(({ packet, made_from: from }) => (from === null ? [] : packet)))];
    if (among.length === 0) return false;
    const packets = await selectRows(tx, packetCollection, { deal: deal.uuid, among });
    for (const packet of packets.filter(({ sent_at }) => sent_at === null)) {
      this.#sources ??= openPacketSources(this.#scope);
      const source = (await this.#sources)(packet);
      const today = [hashesOfPages(source), earlierHashesOfPages(source)];
      const own = pages.filter((page) => page.packet === packet.uuid && page.made_from !== null);
      if (own.some(({ page, made_from: from }) => today.every((hashes) => hashes.get(page ?? '') !== from)))
        return true;
    }
    return false;
  }

  async staleness(pages: readonly PrintedPage[]): Promise<Staleness | null> {
    if (await this.areOfEarlierVersions(pages)) return 'earlier_version';
    return (await this.haveChanged(pages)) ? 'changed_since' : null;
  }
}
