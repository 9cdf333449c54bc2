import { sql } from 'kysely';
import type { Migration, MigrationStep } from '../../postgres/migrate.ts';

type Kept = { user_uuid: string; key: string; response: string };

/** The number of responses that one statement converts. */
const BATCH = 2000;

/**
 * Only the row ids of a stored success are kept, because a replay presents the rows' current state. A refusal keeps its body.
 */
export const idsOfAnswers: Migration = {
  name: '0054-ids-of-answers',
  async up(db) {
    await sql`alter table idempotency_keys rename column response to refusal`.execute(db);
    await sql`alter table idempotency_keys add column ids text`.execute(db);
    let after: Kept | undefined;
    do after = await convertAfter(db, after);
    while (after);
  },
};

/** Converts the next batch. Returns its last row, or undefined when none is left. */
async function convertAfter(db: MigrationStep, after: Kept | undefined): Promise<Kept | undefined> {
  const beyond = after ? sql`and (user_uuid, key) > (${after.user_uuid}::uuid, ${after.key})` : sql``;
  const { rows } = await sql<Kept>`
    select user_uuid, key, refusal as response from idempotency_keys
    where status < 400 and refusal is not null ${beyond}
    order by user_uuid, key limit ${BATCH}
  `.execute(db);
  if (rows.length === 0) return undefined;
  await sql`
    update idempotency_keys as kept set ids = converted.ids, refusal = null
    from unnest(
      ${rows.map((row) => row.user_uuid)}::uuid[],
      ${rows.map((row) => row.key)}::text[],
      ${rows.map((row) => idsOf(row.response))}::text[]
    ) as converted (user_uuid, key, ids)
    where kept.user_uuid = converted.user_uuid and kept.key = converted.key
  `.execute(db);
  return rows.at(-1);
}

/** `"uuid"` for one row, `["uuid"]` for several. A response without these, such as pairs of ids, stays as it is. */
function idsOf(response: string): string {
  const answer: unknown = JSON.parse(response);
  if (Array.isArray(answer)) {
    const ids = answer.map(uuidOf);
    return ids.includes(undefined) ? response : JSON.stringify(ids);
  }
  return JSON.stringify(uuidOf(answer)) ?? response;
}

function uuidOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'uuid' in row ? row.uuid : undefined;
}
