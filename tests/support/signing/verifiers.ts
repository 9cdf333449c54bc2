import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { coveredBy, findByteRanges, readContents } from '../../../src/contract/rules/evidence/byte-range.ts';
import { readDer } from '../../../src/contract/rules/evidence/der-read.ts';
import { concat, type Bytes } from '../../../src/contract/rules/evidence/der-write.ts';
import { OID } from '../../../src/contract/rules/evidence/oids.ts';
import { readSignedData } from '../../../src/contract/rules/evidence/read-signed-data.ts';

// Third-party programs that check our seals.

const run = promisify(execFile);

/**
 * Returns the output of `pdfsig` for a file. It exits with 0 even if the file was changed, so only its output
 * counts.
 * @param trusted paths of certificates to trust (PEM)
 */
export async function pdfsig(file: Uint8Array, trusted: readonly string[] = []): Promise<string> {
  return inFolder(async (folder) => {
    const path = join(folder, 'sealed.pdf');
    await writeFile(path, file);
    return pdfsigFile(path, trusted);
  });
}

/** Does the same for a file on disk. */
export async function pdfsigFile(path: string, trusted: readonly string[] = []): Promise<string> {
  return inFolder(async (folder) => {
    await run('certutil', ['-N', '-d', `sql:${folder}`, '--empty-password']);
    for (const [at, authority] of trusted.entries())
      await run('certutil', [
        '-A',
        '-d',
        `sql:${folder}`,
        '-n',
        `${at}`,
        '-t',
        'C,C,C',
        '-a',
        '-i',
        authority,
      ]);
    const { stdout } = await run('pdfsig', ['-nssdir', `sql:${folder}`, path]).catch((error: unknown) => {
      if (error instanceof Error && 'stdout' in error) return { stdout: String(error.stdout) };
      throw error;
    });
    return stdout;
  });
}

/**
 * Returns the output of OpenSSL for the seal of a file by the owner of a certificate. @throws {Error} if the
 * seal isn't valid
 */
export async function opensslCms(file: Bytes, certificate: Uint8Array): Promise<string> {
  return inFolder(async (folder) => {
    const [cms, content, trusted] = [join(folder, 'cms'), join(folder, 'content'), join(folder, 'trusted')];
    const { range, signature } = sealOf(file);
    await writeFile(cms, signature);
    await writeFile(content, concat(coveredBy(file, range)));
    await writeFile(trusted, pem(certificate));
    const how = 'cms -verify -cades -binary -inform DER -purpose any -out /dev/null'.split(' ');
    const files = ['-in', cms, '-content', content, '-CAfile', trusted];
    return (await run('openssl', [...how, ...files])).stderr;
  });
}

/**
 * Returns the output of OpenSSL for the timestamp in the seal of a file.
 * @param trusted the path of the authority's certificate (PEM)
 * @throws {Error} if the timestamp isn't valid
 */
export async function opensslTimestamp(file: Bytes, trusted: string): Promise<string> {
  return inFolder(async (folder) => {
    const { signer } = readSignedData(sealOf(file).signature);
    const [token, stamped] = [join(folder, 'token'), join(folder, 'stamped')];
    await writeFile(token, signer.unsignedAttributes.get(OID.timestampToken)?.whole ?? new Uint8Array());
    await writeFile(stamped, signer.signature);
    const how = 'ts -verify -token_in'.split(' ');
    return (await run('openssl', [...how, '-in', token, '-data', stamped, '-CAfile', trusted])).stdout;
  });
}

/** Returns the CMS in a file with one seal, and the bytes that it covers. */
export function sealOf(file: Bytes) {
  const [range, ...others] = findByteRanges(file);
  if (!range || others.length > 0) throw new Error('There is not one seal.');
  return { range, signature: readDer(readContents(file, range) ?? new Uint8Array()).whole };
}

function pem(certificate: Uint8Array): string {
  const lines = Buffer.from(certificate)
    .toString('base64')
    .replaceAll(/(.{64})/g, '$1\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-verifier-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
