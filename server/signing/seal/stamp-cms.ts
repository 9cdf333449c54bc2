import { childrenOf, DerError, expectTag, readDer } from '../../../src/contract/rules/evidence/der-read.ts';
import {
  context,
  oid,
  sequence,
  setOf,
  TAG,
  type Bytes,
} from '../../../src/contract/rules/evidence/der-write.ts';
import { OID } from '../../../src/contract/rules/evidence/oids.ts';

/** The unsigned attributes of a signature with a timestamp (RFC 3161, appendix A). */
export function timestampAttributes(token: Bytes): Bytes {
  return context(1, sequence(oid(OID.timestampToken), setOf(token)));
}

/**
 * Adds a timestamp to a CMS with one signer and no unsigned attributes. The signed bytes stay unchanged.
 * @throws {DerError}
 */
export function stampCms(cms: Bytes, token: Bytes): Bytes {
  const [type, wrapped] = childrenOf(expectTag(readDer(cms), TAG.sequence));
  const [signedData] = childrenOf(expectTag(wrapped, 0xa0));
  const parts = childrenOf(expectTag(signedData, TAG.sequence));
  const [signer, ...others] = childrenOf(expectTag(parts.at(-1), TAG.set));
  const fields = childrenOf(expectTag(signer, TAG.sequence));
  if (!type || others.length > 0 || fields.some(({ tag }) => tag === 0xa1))
    throw new DerError('A timestamp can’t be added to this signature.');
  const stamped = sequence(...fields.map(({ whole }) => whole), timestampAttributes(token));
  const before = parts.slice(0, -1).map(({ whole }) => whole);
  return sequence(type.whole, context(0, sequence(...before, setOf(stamped))));
}
