import { sql } from 'kysely';
import type { PacketSheet } from '../../../src/contract/rules/signing/packet-sheet.ts';
import type { Tx } from '../../store/tables.ts';

/** A page of a stored PDF. */
export interface StoredPage {
  readonly key: string;
  /** From 0. */
  readonly page: number;
  /** Its size as it is shown, in points. */
  readonly width: number;
  readonly height: number;
  /** For a page that was copied from a file: turns points of the page as it is shown into its own. */
  readonly matrix: NonNullable<PacketSheet['copied']>['matrix'] | null;
  /** What is signed on it. */
  readonly assignments: readonly string[];
  /** Its PDF has a seal, which must not come along with a copy of the page. */
  readonly isSealed: boolean;
}

/** The sheets that people got, by their assignments: as they were sent, and as they came back signed. */
export interface DealSheets {
  /** As they are in the sealed PDFs of finished packets, or as they came back on paper. Not every sheet here may be shown. */
  readonly signed: readonly StoredPage[];
  /** Without signatures, with the code by which a scan is matched. */
  readonly sent: ReadonlyMap<string, readonly StoredPage[]>;
}

/** Their codes no longer match a page. */
const ENDED: ReadonlySet<string> = new Set(['declined', 'cancelled', 'expired', 'failed']);

/** Returns the sheets of a deal's packets, and those that came back on paper. */
export async function readDealSheets(tx: Tx, deal: string): Promise<DealSheets> {
  const { rows } = await sql<{
    status: string;
    file_key: string | null;
    signed_file_key: string | null;
    order: number;
    assignments: string[];
    drawn: string[];
    width: number;
    height: number;
    matrix: StoredPage['matrix'];
  }>`
    select packets.status, packets.file_key, packets.signed_file_key, page."order", page.assignments,
      -- What came back on paper instead was not signed in the room.
      array(
        select given.assignment from packet_signatures as given
        where given.packet = page.packet and given.assignment = any(page.assignments)
      ) as drawn,
      (page.sheet -> 'width')::float8 as width, (page.sheet -> 'height')::float8 as height,
      page.sheet -> 'copied' -> 'matrix' as matrix
    from packet_pages as page
    join packets on packets.uuid = page.packet
    where page.transaction = ${deal} and page.kind = 'signature' and packets.deleted_at is null
      and packets.sent_at is not null
    order by packets.sent_at, packets.uuid, page."order"
  `.execute(tx);
  const paper = await readPagesOnPaper(tx, deal);
  const onPaper = new Set(paper.flatMap(({ assignments }) => assignments));
  const signed = [...paper];
  const sent = new Map<string, StoredPage[]>();
  for (const { status, file_key, signed_file_key, order: page, drawn, ...sheet } of rows) {
    const here = drawn.filter((assignment) => !onPaper.has(assignment));
    if (status === 'completed' && signed_file_key !== null && here.length > 0)
      signed.push({ ...sheet, assignments: here, key: signed_file_key, page });
    if (file_key === null || ENDED.has(status)) continue;
    for (const assignment of sheet.assignments) {
      const pages = sent.get(assignment) ?? [];
      pages.push({ ...sheet, key: file_key, page, isSealed: false });
      sent.set(assignment, pages);
    }
  }
  return { signed, sent };
}

/** The returned pages that signatures were given on, each a PDF of its own. */
async function readPagesOnPaper(tx: Tx, deal: string): Promise<StoredPage[]> {
  const { rows } = await sql<Omit<StoredPage, 'page' | 'isSealed'>>`
    select page.pdf_file_key as key, page.width, page.height, page.matrix,
      array_agg(assignments.uuid) as assignments
    from executed_document_pages as page
    join assignments on assignments.executed_document_page = page.uuid
    where page.transaction = ${deal} and page.deleted_at is null and page.pdf_file_key is not null
      and assignments.deleted_at is null
    group by page.uuid
    order by page.uuid
  `.execute(tx);
  return rows.map((row) => ({ ...row, page: 0, isSealed: false }));
}
