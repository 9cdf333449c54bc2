import { sql, type RawBuilder } from 'kysely';
import { ACKNOWLEDGMENT } from './front-matter.ts';

/** Returns whether a page of a packet is a sheet for a notary's acknowledgment. @param page the alias of `packet_pages` in the query */
export function isAcknowledgment(page: string): RawBuilder<boolean> {
  const block = JSON.stringify([{ block: ACKNOWLEDGMENT }]);
  return sql<boolean>`coalesce(${sql.ref(`${page}.sheet`)} -> 'blocks' @> ${block}::jsonb, false)`;
}
