import { execFile } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { concat } from '../../../src/contract/rules/evidence/der-write.ts';
import type { SealingKey } from '../../store/sealing.ts';

/** Explains in a sentence why the operator's sealing key can't be used. */
export class SealingKeyError extends Error {
  override readonly name = 'SealingKeyError';
}

const LIMIT_MS = 10_000;
const NO_OPENSSL = 'SEAL_P12 needs the program openssl. Install it and start again.';
const NOT_OPENED = 'SEAL_P12 can’t be opened. Check the file and SEAL_P12_PASSPHRASE.';

/** The folders in which to look for `openssl`. */
const PLACES = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/opt/local/bin';

/** The minimum length of an RSA key, in bits. */
const RSA_BITS = 2048;

/**
 * Opens a key file in PKCS #12 (RFC 7292) with the `openssl` program, because Node.js can't.
 * @throws {SealingKeyError}
 */
export async function readP12(file: Buffer, passphrase: string): Promise<SealingKey> {
  const pem = await openWithOpenssl(file, passphrase, []).catch(async () =>
    // Older programs encrypt files with RC2 or 3DES.
    openWithOpenssl(file, passphrase, ['-legacy']),
  );
  const [key] = pem.match(/-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/) ?? [];
  const certificates = (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (text) => new X509Certificate(text),
  );
  if (key === undefined) throw new SealingKeyError('SEAL_P12 has no private key.');
  const privateKey = createPrivateKey(key);
  const own = certificates.find((each) => each.checkPrivateKey(privateKey));
  if (!own) throw new SealingKeyError('SEAL_P12 has no certificate for its private key.');
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = privateKey;
  const isUsable =
    (type === 'rsa' && (details?.modulusLength ?? 0) >= RSA_BITS) ||
    (type === 'ec' && ['prime256v1', 'secp384r1', 'secp521r1'].includes(details?.namedCurve ?? ''));
  if (!isUsable)
    throw new SealingKeyError(
      'The key in SEAL_P12 can’t be used. It must be RSA with at least 2,048 bits, or ECDSA on P-256, P-384 or P-521.',
    );
  return {
    privateKey,
    certificate: concat([own.raw]),
    chain: certificates.filter((each) => each !== own).map(({ raw }) => concat([raw])),
  };
}

function openWithOpenssl(file: Buffer, passphrase: string, options: readonly string[]): Promise<string> {
  const parameters = ['pkcs12', '-nodes', '-passin', 'env:PASSPHRASE', ...options];
  const env = { PATH: PLACES, PASSPHRASE: passphrase };
  return new Promise((resolve, reject) => {
    const child = execFile('openssl', parameters, { env, timeout: LIMIT_MS }, (error, stdout) => {
      if (error)
        reject(new SealingKeyError(error.code === 'ENOENT' ? NO_OPENSSL : NOT_OPENED, { cause: error }));
      else resolve(stdout);
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(file);
  });
}
