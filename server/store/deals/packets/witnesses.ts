import { sql, type Selectable } from 'kysely';
import { hasPlaceForWitness } from '../../../../src/contract/rules/signing/packets/packet-sheet.ts';
import type { FieldBox } from '../../../../src/contract/rules/signature-page/layout/sheet.ts';
import type { Tx } from '../../tables.ts';
import type { PacketTable } from './packet-tables.ts';
import { CAME_BACK_ON_PAPER } from './pages-to-sign.ts';
import { hashOfWitnessed } from './signed-pages.ts';

/** A page of a packet with a place for a witness. */
export interface PageToWitness {
  readonly uuid: string;
  readonly item: string | null;
  readonly assignments: readonly string[];
  /** The hash of what the witness sees, once the page is signed. */
  readonly sha256: string | null;
  /** The name of the person who witnessed it. */
  readonly witness: string | null;
}

/** Returns the pages of a packet that need a witness. Pages that came back on paper were witnessed there. */
export async function readPagesToWitness(
  tx: Tx,
  { uuid: packet, adopted }: Pick<Selectable<PacketTable>, 'uuid' | 'adopted'>,
): Promise<PageToWitness[]> {
  const pages = await tx
    .selectFrom('packet_pages as page')
    .leftJoin('signed_pages as signed', 'signed.page', 'page.uuid')
    .leftJoin('packet_witnesses as witness', 'witness.page', 'page.uuid')
    .select(['page.uuid', 'page.item', 'page.assignments'])
    .select(['signed.sha256 as covers', 'witness.name as witness'])
    .select(sql<FieldBox[]>`page.sheet -> 'fields'`.as('fields'))
    .where('page.packet', '=', packet)
    .where((where) => where.not(CAME_BACK_ON_PAPER))
    .orderBy('page.order')
    .execute();
  return pages
    .filter(({ fields }) => hasPlaceForWitness(fields))
    .map(({ covers, fields: _, ...page }) => ({
      ...page,
      sha256: covers === null || adopted === null ? null : hashOfWitnessed(covers, adopted),
    }));
}

/** Returns the signed pages of a packet whose witness hasn't signed yet. */
export function waitingForWitness(pages: readonly PageToWitness[]): (PageToWitness & { sha256: string })[] {
  return pages.flatMap(({ sha256, ...page }) =>
    sha256 === null || page.witness !== null ? [] : { ...page, sha256 },
  );
}
