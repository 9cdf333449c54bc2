import { checkSignedData, digestNamed, hash } from './check-signed-data.ts';
import { childrenOf, expectTag, readDer, readOid, readTime, sameBytes, type Der } from './der-read.ts';
import { TAG, type Bytes } from './der-write.ts';
import { OID } from './oids.ts';
import type { Certificate } from './read-certificate.ts';
import { readSignedData } from './read-signed-data.ts';

/** The content of a timestamp (RFC 3161, 2.4.2). */
interface TimestampFacts {
  readonly at: Date;
  /** Null if the request had none. */
  readonly nonce: Bytes | null;
  readonly certificate: Certificate;
  /** The hash that the timestamp is for, with its function. */
  readonly imprint: { readonly algorithm: string; readonly digest: Bytes };
}

type TimestampCheck = { is: 'valid'; facts: TimestampFacts } | { is: 'forged'; reason: string };

/**
 * Checks that a timestamp is for these bytes, signed by the certificate inside, and that this certificate is for timestamps
 * and was valid at that time. The caller decides whether to trust the certificate.
 * @throws {DerError}
 */
export async function checkTimestamp(token: Bytes, stamped: Bytes): Promise<TimestampCheck> {
  const signedData = readSignedData(token);
  const { content, signer } = signedData;
  if (signedData.contentType !== OID.tstInfo || !content) return forged('It is no timestamp.');
  if ((await checkSignedData(signedData, content)) !== 'valid') return forged('Its signature is not valid.');
  const { certificate } = signer;
  if (!certificate) return forged('It has no certificate.');
  const facts = { ...readInfo(content), certificate };
  const { imprint, at } = facts;
  const digest = await hash(digestNamed(imprint.algorithm), stamped);
  if (!sameBytes(imprint.digest, digest)) return forged('It is for something else.');
  // The only purpose that an authority's certificate may have (RFC 3161, 2.3).
  if (certificate.purposes?.length !== 1 || certificate.purposes[0] !== OID.timeStamping)
    return forged('Its certificate is not one for timestamps.');
  if (at < certificate.notBefore || at > certificate.notAfter)
    return forged('Its certificate was not valid at that time.');
  return { is: 'valid', facts };
}

function readInfo(content: Bytes): Omit<TimestampFacts, 'certificate'> {
  const [, , messageImprint, , at, ...rest] = childrenOf(expectTag(readDer(content), TAG.sequence));
  const [algorithm, digest] = childrenOf(expectTag(messageImprint, TAG.sequence));
  const nonce: Der | undefined = rest.find(({ tag }) => tag === TAG.integer);
  return {
    at: readTime(at),
    nonce: nonce?.content ?? null,
    imprint: {
      algorithm: readOid(algorithm && childrenOf(algorithm)[0]),
      digest: expectTag(digest, TAG.octets).content,
    },
  };
}

function forged(reason: string): TimestampCheck {
  return { is: 'forged', reason };
}
