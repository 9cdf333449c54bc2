import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { concat } from '../../../src/contract/rules/evidence/der-write.ts';
import { nameOf, readCertificate } from '../../../src/contract/rules/evidence/read-certificate.ts';
import { makeCertificate } from './make-certificate.ts';
import type { Tables } from '../../store/tables.ts';

/** Whether a certificate is for a firm's seal or for a timestamp authority. */
type Purpose = 'seal' | 'timestamp';

type Db = Pick<Kysely<Tables>, 'insertInto' | 'selectFrom'>;

/** Returns the key and certificate for sealing if the operator configured none. Creates them the first time. */
export async function ownSealingKey(
  db: Kysely<Tables>,
  name: string,
  now: Date,
): Promise<{ privateKey: Buffer; certificate: Buffer }> {
  const known = await findOwn(db);
  if (known) return known;
  await insertOwn(db, name, now);
  const made = await findOwn(db);
  if (!made) throw new Error('The sealing key is missing from the database.');
  return made;
}

/**
 * Replaces the server's own key, if it has one. The certificate of the previous key is kept, because seals refer to it; the
 * key is deleted.
 */
export async function rotateSealingKey(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const rotated = await tx
      .updateTable('seal_certificates')
      .set({ private_key: null })
      .where('private_key', 'is not', null)
      .returning('certificate')
      .executeTakeFirst();
    if (rotated) await insertOwn(tx, nameOf(readCertificate(concat([rotated.certificate]))), now);
  });
}

/** Stores a certificate that was used, so that files that name it can be checked for as long as the installation exists. */
export async function keepCertificate(
  db: Db,
  certificate: Uint8Array,
  purpose: Purpose,
  now: Date,
): Promise<void> {
  await db
    .insertInto('seal_certificates')
    .values({ ...rowOf(certificate), purpose, made_at: now, private_key: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function findOwn(db: Db): Promise<{ privateKey: Buffer; certificate: Buffer } | null> {
  const row = await db
    .selectFrom('seal_certificates')
    .select(['certificate', 'private_key'])
    .where('private_key', 'is not', null)
    .executeTakeFirst();
  return row?.private_key ? { privateKey: row.private_key, certificate: row.certificate } : null;
}

async function insertOwn(db: Db, name: string, now: Date): Promise<void> {
  const { certificate, privateKey } = makeCertificate(name, now);
  await db
    .insertInto('seal_certificates')
    .values({ ...rowOf(certificate), purpose: 'seal', made_at: now, private_key: privateKey })
    // Another process was faster.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function rowOf(certificate: Uint8Array): { fingerprint: string; certificate: Buffer } {
  const bytes = Buffer.from(certificate);
  return { fingerprint: createHash('sha256').update(bytes).digest('hex'), certificate: bytes };
}

/** Returns the fingerprints of all certificates that were ever used. */
export async function knownCertificates(db: Db): Promise<{ seals: string[]; authorities: string[] }> {
  const rows = await db.selectFrom('seal_certificates').select(['fingerprint', 'purpose']).execute();
  const of = (wanted: Purpose) =>
    rows.filter(({ purpose }) => purpose === wanted).map(({ fingerprint }) => fingerprint);
  return { seals: of('seal'), authorities: of('timestamp') };
}
