import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { RequestSigner } from '../storage/folder/signed-request.ts';
import type { Tables } from './tables.ts';

/** Signs and verifies the tokens of chunked uploads. All processes share its secrets. */
export async function readUploadSigner(db: Kysely<Tables>): Promise<RequestSigner> {
  const [newest, ...older] = await db
    .selectFrom('upload_secret')
    .select('secret')
    .orderBy('made_at', 'desc')
    .execute();
  if (!newest) throw new Error('The secret for uploads is missing from the database.');
  return new RequestSigner(newest.secret, ...older.map(({ secret }) => secret));
}

/** Creates a new secret for uploads and keeps only the previous one. */
export async function rotateUploadSecret(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const current = await tx
      .selectFrom('upload_secret')
      .select('made_at')
      .orderBy('made_at', 'desc')
      .forUpdate()
      .executeTakeFirst();
    if (current) await tx.deleteFrom('upload_secret').where('made_at', '<', current.made_at).execute();
    await tx
      .insertInto('upload_secret')
      .values({ secret: randomBytes(32), made_at: now })
      .execute();
  });
}
