import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  bits,
  context,
  integer,
  octets,
  oid,
  sequence,
  setOf,
  time,
  utf8,
  value,
  yes,
  TAG,
  type Bytes,
} from '../../../src/contract/rules/evidence/der-write.ts';
import { OID } from '../../../src/contract/rules/evidence/oids.ts';

/** The validity of a certificate that the server creates itself. */
const YEARS = 10;

/** digitalSignature and contentCommitment, the first two bits (RFC 5280, 4.2.1.3). */
const MAY_SIGN = value(TAG.bits, Uint8Array.of(6, 0b1100_0000));

interface SelfSigned {
  /** PKCS #8, DER. */
  readonly privateKey: Buffer;
  /** DER. */
  readonly certificate: Bytes;
}

/**
 * Creates a key (ECDSA, P-256) and a self-signed certificate (RFC 5280, 4.1).
 * @param name the common name of the subject
 */
export function makeCertificate(name: string, now: Date): SelfSigned {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' });
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + YEARS);
  const subject = sequence(setOf(sequence(oid(OID.commonName), utf8(name))));
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  // 16 random bytes. The first bit is 0, so that the integer needs no extra byte.
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const toBeSigned = sequence(
    context(0, integer(2)),
    integer(serial),
    algorithm,
    subject,
    sequence(time(now), time(until)),
    subject,
    publicKey,
    context(
      3,
      sequence(
        sequence(oid(OID.basicConstraints), yes, octets(sequence())),
        sequence(oid(OID.keyUsage), yes, octets(MAY_SIGN)),
        sequence(
          oid(OID.subjectKeyIdentifier),
          octets(octets(createHash('sha256').update(publicKey).digest().subarray(0, 20))),
        ),
      ),
    ),
  );
  return {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'der' }),
    certificate: sequence(toBeSigned, algorithm, bits(sign('sha256', toBeSigned, pair.privateKey))),
  };
}
