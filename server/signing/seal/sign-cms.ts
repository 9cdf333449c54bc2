import { createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { readDer } from '../../../src/contract/rules/evidence/der-read.ts';
import {
  context,
  integer,
  nothing,
  octets,
  oid,
  sequence,
  setOf,
  value,
  TAG,
  type Bytes,
} from '../../../src/contract/rules/evidence/der-write.ts';
import { OID } from '../../../src/contract/rules/evidence/oids.ts';
import type { SealingKey } from '../../store/sealing.ts';
import { readCertificate } from '../../../src/contract/rules/evidence/read-certificate.ts';
import { timestampAttributes } from './stamp-cms.ts';

const SHA256 = sequence(oid(OID.sha256));

/** @param der PKCS #8 */
export function privateKeyOf(der: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' });
}

/**
 * Signs content as CAdES wants it in a PDF: one signer, detached, and the signing certificate among the signed attributes
 * (RFC 5652, 5; ETSI EN 319 122-1, 5; ETSI EN 319 142-1, 6.3). There is no signing-time attribute, which PAdES forbids.
 * @param digest the SHA-256 of the content
 * @param stamp returns a timestamp for the signature, or null to go without
 */
export async function signCms(
  key: SealingKey,
  digest: Uint8Array,
  stamp: (signature: Bytes) => Promise<Bytes | null>,
): Promise<{ cms: Bytes; isStamped: boolean }> {
  const attributes = setOf(
    attribute(OID.contentType, oid(OID.data)),
    attribute(OID.messageDigest, octets(digest)),
    attribute(OID.signingCertificateV2, sequence(sequence(sequence(octets(sha256(key.certificate)))))),
  );
  const signature = new Uint8Array(sign('sha256', attributes, key.privateKey));
  const token = await stamp(signature);
  const { issuer, serial } = readCertificate(key.certificate);
  const signer = sequence(
    integer(1),
    sequence(issuer, value(TAG.integer, serial)),
    SHA256,
    // Stored as [0] instead of SET (RFC 5652, 5.3).
    context(0, readDer(attributes).content),
    signatureAlgorithmOf(key.privateKey),
    octets(signature),
    ...(token ? [timestampAttributes(token)] : []),
  );
  const signedData = sequence(
    integer(1),
    setOf(SHA256),
    sequence(oid(OID.data)),
    // CertificateSet, stored as [0] instead of SET (RFC 5652, 5.1).
    context(0, readDer(setOf(key.certificate, ...key.chain)).content),
    setOf(signer),
  );
  return { cms: sequence(oid(OID.signedData), context(0, signedData)), isStamped: token !== null };
}

function attribute(type: string, ...values: readonly Uint8Array[]): Bytes {
  return sequence(oid(type), setOf(...values));
}

/** RFC 5754, 3.2 and 3.3. */
function signatureAlgorithmOf({ asymmetricKeyType }: KeyObject): Bytes {
  if (asymmetricKeyType === 'ec') return sequence(oid(OID.ecdsaWithSha256));
  if (asymmetricKeyType === 'rsa') return sequence(oid(OID.rsa), nothing);
  throw new Error(`A key of the kind ${asymmetricKeyType} cannot seal.`);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
