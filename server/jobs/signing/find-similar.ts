import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { similarPages, type PrintedWords } from '../../../src/contract/rules/signing/pages/page-likeness.ts';
import { LIVE_PACKETS } from '../../../src/contract/rules/signing/pages/page-owners.ts';
import type { Services } from '../../services.ts';

/** The maximum number of a transaction's outstanding pages that are compared. */
const MOST_SHEETS = 5000;

/** Returns, by page number, the outstanding signatures that pages without a code may be for, based on their words. */
export async function findSimilar(
  { db }: Services,
  file: string,
  pages: readonly { page: number; text: string }[],
): Promise<Map<number, string[]>> {
  const withText = pages.filter(({ text }) => text.trim() !== '');
  if (withText.length === 0) return new Map();
  const { rows } = await sql<PrintedWords>`
    select page.assignments, concat_ws(' ', page.sheet -> 'copied' ->> 'text', (
      select string_agg(run ->> 'text', ' ') from jsonb_array_elements(page.sheet -> 'runs') as run
    )) as text
    from executed_documents as file
    join packets on packets.transaction = file.transaction
    join packet_pages as page on page.packet = packets.uuid
    where file.uuid = ${file} and page.kind = 'signature'
      and packets.deleted_at is null and packets.status = any(${[...LIVE_PACKETS]})
      and exists (
        select from assignments
        where assignments.uuid = any(page.assignments) and assignments.deleted_at is null
          and assignments.status in ('assigned', 'in_packet', 'sent', 'viewed')
      )
    order by packets.created_at desc, packets.uuid, page."order"
    limit ${MOST_SHEETS}
  `.execute(db);
  const similarTo = similarPages(rows);
  const found = new Map<number, string[]>();
  for (const { page, text } of withText) {
    found.set(page, similarTo(text));
    // Yields to other requests between two pages.
    await setImmediate();
  }
  return found;
}
