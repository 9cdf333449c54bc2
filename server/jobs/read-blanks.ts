import { sql } from 'kysely';
import type { FoundCode } from '../convert/scans/scanned-pages.ts';
import type { ComparedPage } from '../convert/scans/compared-pages.ts';
import { serverFonts } from '../signing/page-fonts.ts';
import { paintSvg } from '../signing/paint-svg.ts';
import type { Services } from '../services.ts';

/** A page that was read: its number, its turns and its codes. */
type ReadCodes = { page: number; turns: number; codes: readonly FoundCode[] };

/** Returns what the pages of a returned file that were matched by one code are compared with. */
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
  const fonts = await serverFonts();
  for (const { page, turns, codes } of pages) {
    const own = ownOf.get(page);
    const [code, ...others] = new Set(codes.map(({ text }) => text));
    if (!own || code === undefined || others.length > 0) continue;
    const sent = await db
      .selectFrom('packet_pages')
      .select('sheet')
      .where('code', '=', code)
      .executeTakeFirst();
    if (!sent) continue;
    const { copied, ...printed } = sent.sheet;
    const { width, height, fields, runs, codes: boxes } = printed;
    compared.push({
      page,
      turns,
      codes: codes.map(({ text, by, corners }) => ({ text, by, corners: corners && [...corners] })),
      sheet: {
        width,
        height,
        fields: fields.map(({ signers, ...field }) => ({ ...field, signers: [...signers] })),
        runs: runs.map(({ x, y, width: wide, size }) => ({ x, y, width: wide, size })),
        codes: [...boxes],
      },
      svg: await paintSvg(printed, fonts),
      background: copied?.picture ?? null,
      own,
    });
  }
  return compared;
}
