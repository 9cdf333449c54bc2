import { sql } from 'kysely';
import type { PageMatch } from '../../../src/contract/rules/signing/pages/scanned-page.ts';
import type { PacketSheet } from '../../../src/contract/rules/signing/packets/packet-sheet.ts';
import type { Tx } from '../../store/tables.ts';
import { isAcknowledgment } from '../packets/acknowledgment-sheets.ts';

/** A page of a stored PDF. */
export interface StoredPage {
  readonly key: string;
  /** From 0. */
  readonly page: number;
  /** Its size as it is shown, in points. */
  readonly width: number;
  readonly height: number;
  /** For a page that was copied from a file: converts points of the page as it is shown into the page's own coordinates. */
  readonly matrix: NonNullable<PacketSheet['copied']>['matrix'] | null;
  /** Maps the page that was sent to the page that came back on paper. Null for pages that were never printed. */
  readonly scan: { readonly fit: ScanFit | null } | null;
  /** The approximate size in bytes of a page that came back on paper: its share of the returned file. Null for other pages. */
  readonly size: number | null;
  /** The signatures on it. */
  readonly assignments: readonly string[];
  /** Where the effective date goes, as the page was sent. */
  readonly dateFields: readonly DateField[];
  /** Its PDF has a seal, which must not come along with a copy of the page. */
  readonly isSealed: boolean;
}

/** A field in which the effective date is filled in, in fractions of its sheet from the top left. */
export interface DateField {
  readonly assignment: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Turns fractions of the page that was sent into points of its scan: x' = a·x + b·y + c, y' = d·x + e·y + f. */
export type ScanFit = readonly [number, number, number, number, number, number];

/** The sheets of signatories, by assignment: as they were sent, and as they came back signed. */
export interface DealSheets {
  /** Sheets in the sealed PDFs of finished packets, or that came back on paper. Not every one of them may be shown. */
  readonly signed: readonly StoredPage[];
  /** Without signatures, but with the code that identifies a scan. */
  readonly sent: ReadonlyMap<string, readonly StoredPage[]>;
}

/** The statuses of packets whose codes no longer match a page. */
const ENDED: ReadonlySet<string> = new Set(['declined', 'cancelled', 'expired', 'failed']);

interface SheetRow {
  packet: string;
  status: string;
  file_key: string | null;
  signed_file_key: string | null;
  order: number;
  code: string | null;
  assignments: string[];
  /** A sheet without a signature line. Its assignments are signed on other sheets of the same page. */
  is_text: boolean;
  is_acknowledgment: boolean;
  drawn: string[];
  width: number;
  height: number;
  matrix: StoredPage['matrix'];
  /** The sheet's fields for the effective date, in points. */
  dates: readonly DateField[];
}

/** Returns the sheets of a deal's packets, and those that came back on paper. */
export async function readDealSheets(tx: Tx, deal: string): Promise<DealSheets> {
  const { rows } = await sql<SheetRow>`
    select page.packet, packets.status, packets.file_key, packets.signed_file_key, page."order", page.code,
      placed.assignments, cardinality(page.assignments) = 0 as is_text,
      ${isAcknowledgment('page')} as is_acknowledgment,
      -- What came back on paper instead was not signed in the room.
      array(
        select given.assignment from packet_signatures as given
        where given.packet = page.packet and given.assignment = any(placed.assignments)
      ) as drawn,
      (page.sheet -> 'width')::float8 as width, (page.sheet -> 'height')::float8 as height,
      page.sheet -> 'copied' -> 'matrix' as matrix,
      jsonb_path_query_array(page.sheet, '$.tabs[*] ? (@.type == "effective_date")') as dates
    from packet_pages as page
    join packets on packets.uuid = page.packet
    cross join lateral (
      select case when cardinality(page.assignments) = 0 then page.signed_with else page.assignments end as assignments
    ) as placed
    where page.transaction = ${deal} and page.kind = 'signature' and packets.deleted_at is null
      and (packets.sent_at is not null or packets.printed_at is not null)
    order by coalesce(packets.sent_at, packets.printed_at), packets.uuid, page."order"
  `.execute(tx);
  const paper = await readPagesOnPaper(tx, deal, rows);
  const onPaper = new Set(paper.flatMap(({ assignments }) => assignments));
  const continuations = await readContinuations(tx, deal);
  const scans = new Map(
    continuations.flatMap(({ codes, sheet }) => codes.map((code) => [code, sheet] as const)),
  );
  // A sheet that was added behind a page goes wherever that page goes.
  const attached = continuations.flatMap(({ match, candidates, sheet }): StoredPage[] => {
    if (match !== 'hand') return [];
    const front = paper.find(({ assignments }) => candidates.some((each) => assignments.includes(each)));
    return front ? [{ ...sheet, assignments: front.assignments, dateFields: [] }] : [];
  });
  const attachedTo = new Set(attached.flatMap(({ assignments }) => assignments));
  const text = textOfPaper(rows, { onPaper, attachedTo }, scans);
  const signed = [...text.before, ...paper, ...text.after, ...attached];
  const sent = new Map<string, StoredPage[]>();
  for (const row of rows) {
    const { status, file_key, signed_file_key } = row;
    const stored = storedAt(row);
    const here = row.drawn.filter((assignment) => !onPaper.has(assignment));
    if (status === 'completed' && signed_file_key !== null && here.length > 0)
      signed.push({ ...stored, assignments: here, key: signed_file_key, isSealed: true });
    if (file_key === null || ENDED.has(status)) continue;
    for (const assignment of stored.assignments) {
      const pages = sent.get(assignment) ?? [];
      pages.push({ ...stored, key: file_key, isSealed: false });
      sent.set(assignment, pages);
    }
  }
  return { signed, sent };
}

function storedAt({
  order: page,
  assignments,
  width,
  height,
  matrix,
  dates,
}: SheetRow): Omit<StoredPage, 'key' | 'isSealed'> {
  const dateFields = dates.map((field) => ({
    assignment: field.assignment,
    x: field.x / width,
    y: field.y / height,
    width: field.width / width,
    height: field.height / height,
  }));
  return { page, assignments, width, height, matrix, dateFields, scan: null, size: null };
}

/**
 * Returns the sheets without a signature line whose other sheets came back on paper: as they came back, too, or else as they were sent.
 * Those of the last packet count. `before`: they come before the signatures. A page for a notary's acknowledgment that didn't come back is
 * left out if a sheet was put behind a page of its signatures: that sheet replaces it.
 * @param attachedTo the signatures with such a sheet
 * @param scans of these sheets, by their codes
 */
function textOfPaper(
  rows: readonly SheetRow[],
  { onPaper, attachedTo }: Record<'onPaper' | 'attachedTo', ReadonlySet<string>>,
  scans: ReadonlyMap<string, Continuation['sheet']>,
): { before: StoredPage[]; after: StoredPage[] } {
  const lastPacket = new Map<string, string>();
  for (const { assignments, packet, status } of rows)
    if (!ENDED.has(status)) for (const each of assignments) lastPacket.set(each, packet);
  const text: { before: StoredPage[]; after: StoredPage[] } = { before: [], after: [] };
  const signedBefore = new Set<string>();
  for (const row of rows) {
    const { packet, is_text, file_key: key } = row;
    const back = row.assignments.filter((each) => onPaper.has(each) && lastPacket.get(each) === packet);
    if (!is_text) for (const each of back) signedBefore.add(each);
    else if (key !== null && back.length > 0) {
      const scan = scans.get(row.code ?? '');
      if (!scan && row.is_acknowledgment && row.assignments.some((each) => attachedTo.has(each))) continue;
      const place = back.some((each) => signedBefore.has(each)) ? text.after : text.before;
      const sent = { ...storedAt(row), assignments: back, key, isSealed: false };
      place.push(scan ? { ...sent, ...scan } : sent);
    }
  }
  return text;
}

/** A returned page's share of its file, in bytes. */
const sizeOfPage = sql<number>`(file.size / coalesce(file.num_pages, 1))::float8`.as('size');

/**
 * The returned pages that signatures were given on, each a PDF of its own.
 * @param sent what was sent. A page that wasn't may still have fields for the effective date, but nobody knows where they are on it
 */
async function readPagesOnPaper(tx: Tx, deal: string, sent: readonly SheetRow[]): Promise<StoredPage[]> {
  const placed = await readDateFields(tx, deal);
  const { rows } = await sql<
    Omit<StoredPage, 'page' | 'isSealed' | 'scan' | 'dateFields'> & { fit: ScanFit | null }
  >`
    select page.pdf_file_key as key, page.width, page.height, page.matrix, page.fit,
      ${sizeOfPage}, array_agg(assignments.uuid) as assignments
    from executed_document_pages as page
    join executed_documents as file on file.uuid = page.executed_document
    join assignments on assignments.executed_document_page = page.uuid
    where page.transaction = ${deal} and page.deleted_at is null and page.pdf_file_key is not null
      and assignments.deleted_at is null
    group by page.uuid, file.uuid
    order by page.uuid
  `.execute(tx);
  return rows.map(({ fit, ...row }) => {
    // A scan may show several sheets: two pages that were printed on one sheet of paper and couldn't be split.
    const own = row.assignments.flatMap(
      (each) =>
        sent.findLast(({ is_text: isText, assignments }) => !isText && assignments.includes(each)) ?? [],
    );
    const dateFields =
      own.length > 0
        ? [...new Set(own)].flatMap((sheet) => storedAt(sheet).dateFields)
        : row.assignments.flatMap((each) => placed.get(each) ?? []);
    return { ...row, dateFields, scan: { fit }, page: 0, isSealed: false };
  });
}

async function readDateFields(tx: Tx, deal: string): Promise<Map<string, DateField[]>> {
  const rows = await tx
    .selectFrom('tabs')
    .select(['assignment', 'x_position as x', 'y_position as y', 'width', 'height'])
    .where('transaction', '=', deal)
    .where('tab_type', '=', 'effective_date')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('uuid')
    .execute();
  return Map.groupBy(rows, ({ assignment }) => assignment);
}

/** A scan of a sheet without a signature line. */
interface Continuation {
  codes: string[];
  /** `hand`: somebody put it behind the page of its candidates. Otherwise, its code identifies it. */
  match: PageMatch;
  candidates: string[];
  sheet: Omit<StoredPage, 'assignments' | 'dateFields'>;
}

/** Returns the scans of sheets without a signature line, in the order in which they came back. */
async function readContinuations(tx: Tx, deal: string): Promise<Continuation[]> {
  const rows = await tx
    .selectFrom('executed_document_pages as page')
    .innerJoin('executed_documents as file', 'file.uuid', 'page.executed_document')
    .select(['page.codes', 'page.match', 'page.candidates'])
    .select(['page.pdf_file_key as key', 'page.width', 'page.height', 'page.matrix', sizeOfPage])
    .where('page.transaction', '=', deal)
    .where('page.outcome', '=', 'continuation')
    .where('page.deleted_at', 'is', null)
    .orderBy('file.created_at')
    .orderBy('file.uuid')
    .orderBy('page.page')
    .orderBy('page.part')
    .execute();
  return rows.flatMap(({ codes, match, candidates, key, ...size }) =>
    key === null
      ? []
      : { codes, match, candidates, sheet: { ...size, key, page: 0, scan: { fit: null }, isSealed: false } },
  );
}
