import { sql } from 'kysely';
import type { PacketSheet } from '../../../src/contract/rules/signing/packets/packet-sheet.ts';
import type { FoundCode } from '../../convert/scans/scanned-pages.ts';
import type { ComparedPage } from '../../convert/scans/compared-pages.ts';
import { serverFonts } from '../../signing/page-fonts.ts';
import { paintSvg } from '../../signing/paint-svg.ts';
import type { Services } from '../../services.ts';

/** A page that was read: its number, its rotation and its codes. */
type ReadCodes = { page: number; turns: number; codes: readonly FoundCode[] };

/** Returns the sent pages that a returned file's pages are compared with, for pages that were matched by one code. */
export async function readBlanks(
  { db }: Services,
  file: string,
  pages: readonly ReadCodes[],
): Promise<ComparedPage[]> {
  const matched = await db
    .selectFrom('executed_document_pages')
    .select(['page', 'assignments'])
    .where('executed_document', '=', file)
    .where('match', '=', 'code')
    .where(sql<boolean>`page = any(${pages.map(({ page }) => page)}::int[])`)
    .execute();
  const ownOf = new Map(matched.map(({ page, assignments }) => [page, assignments]));
  const compared: ComparedPage[] = [];
  for (const { page, turns, codes } of pages) {
    const own = ownOf.get(page);
    const [code, ...others] = new Set(codes.map(({ text }) => text));
    if (!own || code === undefined || others.length > 0) continue;
    const sent = await db
      .selectFrom('packet_pages')
      .select('sheet')
      .where('code', '=', code)
      .executeTakeFirst();
    if (sent) compared.push(await besideBlank({ page, turns, codes, own }, sent.sheet));
  }
  return compared;
}

/**
 * Returns the sent page that a kept page of a returned file is compared with; null if it isn't matched, or no such page was
 * sent.
 */
export async function readBlankOf({ db }: Services, uuid: string): Promise<KeptPage | null> {
  const page = await db
    .selectFrom('executed_document_pages')
    .select(['assignments', 'codes', 'pdf_file_key'])
    .where('uuid', '=', uuid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!page || page.pdf_file_key === null || page.assignments.length === 0) return null;
  const { assignments: own, codes } = page;
  // The page's own codes identify it. Without them, it is compared with what was last sent to be signed.
  const { rows } = await sql<{ sheet: PacketSheet }>`
    select page.sheet from packet_pages as page
    join packets on packets.uuid = page.packet
    where page.kind = 'signature' and page.assignments && ${own}::uuid[]
    order by coalesce(page.code = any(${codes}), false) desc,
      packets.deleted_at is null and packets.status in ('ready', 'sent', 'viewed', 'partially_signed', 'completed') desc,
      packets.created_at desc, page."order"
    limit 1
  `.execute(db);
  const [sent] = rows;
  if (!sent) return null;
  // The page was stored upright. Its codes are looked for again, because only their text was stored.
  const compared = await besideBlank({ page: 1, turns: 0, codes: [], own }, sent.sheet);
  return { key: page.pdf_file_key, own, compared };
}

/** A stored page, and what it is compared with. */
interface KeptPage {
  key: string;
  own: string[];
  compared: ComparedPage;
}

async function besideBlank(
  { codes, ...page }: ReadCodes & { own: string[] },
  { copied, ...printed }: PacketSheet,
): Promise<ComparedPage> {
  const { width, height, fields, runs, codes: boxes } = printed;
  return {
    ...page,
    codes: codes.map(({ text, by, corners }) => ({ text, by, corners: corners && [...corners] })),
    sheet: {
      width,
      height,
      fields: fields.map(({ signers, ...field }) => ({ ...field, signers: [...signers] })),
      runs: runs.map(({ x, y, width: wide, size }) => ({ x, y, width: wide, size })),
      codes: [...boxes],
    },
    svg: await paintSvg(printed, await serverFonts()),
    background: copied?.picture ?? null,
  };
}
