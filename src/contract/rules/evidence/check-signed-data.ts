import { childrenOf, DerError, expectTag, readDer, readOid, sameBytes } from './der-read.ts';
import { concat, TAG, type Bytes } from './der-write.ts';
import { OID } from './oids.ts';
import type { Certificate } from './read-certificate.ts';
import type { SignedData, SignerInfo } from './read-signed-data.ts';

/** `changed`: the content isn't what was signed. `forged`: the signature isn't by the key of its certificate. */
export type SignatureCheck = 'valid' | 'changed' | 'forged';

/** Hash functions by their identifier. SHA-1 is missing on purpose. */
const DIGESTS: Readonly<Record<string, string>> = {
  [OID.sha256]: 'SHA-256',
  [OID.sha384]: 'SHA-384',
  [OID.sha512]: 'SHA-512',
};

const OWN_DIGESTS: Readonly<Record<string, string>> = {
  [OID.sha256WithRsa]: 'SHA-256',
  [OID.sha384WithRsa]: 'SHA-384',
  [OID.sha512WithRsa]: 'SHA-512',
  [OID.ecdsaWithSha256]: 'SHA-256',
  [OID.ecdsaWithSha384]: 'SHA-384',
  [OID.ecdsaWithSha512]: 'SHA-512',
};

/** The curve, and the bytes of each of the two numbers of a signature. */
const CURVES: Readonly<Record<string, { namedCurve: string; size: number }>> = {
  [OID.p256]: { namedCurve: 'P-256', size: 32 },
  [OID.p384]: { namedCurve: 'P-384', size: 48 },
  [OID.p521]: { namedCurve: 'P-521', size: 66 },
};

/**
 * Checks a signature against its content and the certificate inside (RFC 5652, 5.4 and 5.6). The caller decides whether to
 * trust that certificate.
 * @throws {DerError} if a part is missing or by an algorithm that no seal uses
 */
export async function checkSignedData(
  { contentType, signer }: SignedData,
  content: Bytes,
): Promise<SignatureCheck> {
  const { certificate, signedAttributes } = signer;
  if (!certificate) throw new DerError('The certificate of the signer is missing.');
  if (readOid(signedAttributes.get(OID.contentType)) !== contentType) return 'forged';
  if (!(await namesCertificate(signer, certificate))) return 'forged';
  if (!(await verify(signer, certificate))) return 'forged';
  const digest = expectTag(signedAttributes.get(OID.messageDigest), TAG.octets).content;
  return sameBytes(digest, await hash(digestNamed(signer.digestAlgorithm), content)) ? 'valid' : 'changed';
}

/** @param name as `crypto.subtle` calls it */
export async function hash(name: string, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest(name, bytes));
}

/** @throws {DerError} for a hash function that seals don't use */
export function digestNamed(identifier: string): string {
  const name = DIGESTS[identifier];
  if (name === undefined) throw new DerError(`The hash function ${identifier} is not used by seals.`);
  return name;
}

/**
 * Returns whether the signing-certificate attribute names this certificate (RFC 5035, 5.4; RFC 2634, 5.4), so that no other
 * certificate for the same key can take its place.
 */
async function namesCertificate({ signedAttributes }: SignerInfo, { whole }: Certificate): Promise<boolean> {
  const second = signedAttributes.get(OID.signingCertificateV2);
  const attribute = second ?? signedAttributes.get(OID.signingCertificate);
  if (!attribute) return false;
  const [ids] = childrenOf(attribute);
  const [id] = childrenOf(expectTag(ids, TAG.sequence));
  const [first, other] = childrenOf(expectTag(id, TAG.sequence));
  if (!second) return sameBytes(expectTag(first, TAG.octets).content, await hash('SHA-1', whole));
  // If the algorithm is left out, it is SHA-256.
  if (first?.tag === TAG.octets) return sameBytes(first.content, await hash('SHA-256', whole));
  const name = digestNamed(readOid(first && childrenOf(first)[0]));
  return sameBytes(expectTag(other, TAG.octets).content, await hash(name, whole));
}

async function verify(
  { digestAlgorithm, signatureAlgorithm, signature, signedBytes }: SignerInfo,
  { publicKey }: Certificate,
): Promise<boolean> {
  const hashName = OWN_DIGESTS[signatureAlgorithm] ?? digestNamed(digestAlgorithm);
  const [algorithm] = childrenOf(readDer(publicKey));
  const [type, parameters] = childrenOf(expectTag(algorithm, TAG.sequence));
  if (readOid(type) === OID.rsa) {
    const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: hashName };
    const key = await crypto.subtle.importKey('spki', publicKey, rsa, false, ['verify']);
    return crypto.subtle.verify(rsa.name, key, signature, signedBytes);
  }
  const curve = readOid(type) === OID.ecPublicKey ? CURVES[readOid(parameters)] : undefined;
  if (!curve) throw new DerError('The key of the signer is of a kind that seals do not use.');
  const { namedCurve, size } = curve;
  const ecdsa = { name: 'ECDSA', hash: hashName };
  const key = await crypto.subtle.importKey('spki', publicKey, { name: 'ECDSA', namedCurve }, false, [
    'verify',
  ]);
  const numbers = childrenOf(readDer(signature)).map(({ content }) => padded(content, size));
  return crypto.subtle.verify(ecdsa, key, concat(numbers), signedBytes);
}

/** `crypto.subtle` takes both numbers of an ECDSA signature at full size. DER omits leading zeros. */
function padded(number: Bytes, size: number): Bytes {
  const digits = number.subarray(Math.max(0, number.length - size));
  return concat([new Uint8Array(size - digits.length), digits]);
}
