import type { Kysely } from 'kysely';
import { RequestSigner } from '../storage/signed-request.ts';
import type { Tables } from './tables.ts';

/** Signs and checks the tokens of uploads in chunks: whichever process made one, each takes it. */
export async function readUploadSigner(db: Kysely<Tables>): Promise<RequestSigner> {
  const { secret } = await db.selectFrom('upload_secret').select('secret').executeTakeFirstOrThrow();
  return new RequestSigner(secret);
}
