import { childrenOf, DerError, expectTag, readDer, readOid, sameBytes, type Der } from './der-read.ts';
import { concat, TAG, type Bytes } from './der-write.ts';
import { OID } from './oids.ts';
import { readCertificate, type Certificate } from './read-certificate.ts';

/** A CMS signature (RFC 5652, 5), the format of seals and timestamps. */
export interface SignedData {
  readonly contentType: string;
  /** Null in a detached signature, whose content is elsewhere. */
  readonly content: Bytes | null;
  readonly certificates: readonly Certificate[];
  readonly signer: SignerInfo;
}

/** RFC 5652, 5.3. Attributes are given by their identifier, each with its first value. */
export interface SignerInfo {
  /** The signer's certificate; null if it is not included. */
  readonly certificate: Certificate | null;
  readonly digestAlgorithm: string;
  readonly signedAttributes: ReadonlyMap<string, Der>;
  /** The bytes that the signature covers: the signed attributes as a SET (RFC 5652, 5.4). */
  readonly signedBytes: Bytes;
  readonly signatureAlgorithm: string;
  readonly signature: Bytes;
  readonly unsignedAttributes: ReadonlyMap<string, Der>;
}

/**
 * Reads a ContentInfo with SignedData and exactly one signer.
 * @throws {DerError}
 */
export function readSignedData(bytes: Bytes): SignedData {
  const [type, wrapped] = childrenOf(expectTag(readDer(bytes), TAG.sequence));
  if (readOid(type) !== OID.signedData) throw new DerError('This is no SignedData.');
  const [signedData] = childrenOf(expectTag(wrapped, 0xa0));
  const [, , encapsulated, ...rest] = childrenOf(expectTag(signedData, TAG.sequence));
  const [contentType, content] = childrenOf(expectTag(encapsulated, TAG.sequence));
  const included = rest.find(({ tag }) => tag === 0xa0);
  const certificates = (included ? childrenOf(included) : [])
    .filter(({ tag }) => tag === TAG.sequence)
    .map(({ whole }) => readCertificate(whole));
  const [signer, ...others] = childrenOf(expectTag(rest.at(-1), TAG.set));
  if (!signer || others.length > 0) throw new DerError('There must be one signer.');
  return {
    contentType: readOid(contentType),
    content: content ? expectTag(childrenOf(content)[0], TAG.octets).content : null,
    certificates,
    signer: readSigner(signer, certificates),
  };
}

function readSigner(der: Der, certificates: readonly Certificate[]): SignerInfo {
  const [, sid, digest, signed, ...rest] = childrenOf(expectTag(der, TAG.sequence));
  const attributes = expectTag(signed, 0xa0);
  const [algorithm, signature, unsigned] = rest;
  return {
    certificate: certificates.find((each) => isNamed(each, sid)) ?? null,
    digestAlgorithm: readOid(algorithmOf(digest)),
    signedAttributes: readAttributes(attributes),
    // The signature covers the attributes with the tag of a SET instead of the stored [0].
    signedBytes: concat([Uint8Array.of(TAG.set), attributes.whole.subarray(1)]),
    signatureAlgorithm: readOid(algorithmOf(algorithm)),
    signature: expectTag(signature, TAG.octets).content,
    unsignedAttributes: unsigned ? readAttributes(expectTag(unsigned, 0xa1)) : new Map<string, Der>(),
  };
}

/** SignerIdentifier: issuer and serial number, or the key identifier as [0]. */
function isNamed(certificate: Certificate, sid: Der | undefined): boolean {
  if (sid?.tag === 0x80)
    return certificate.keyIdentifier !== null && sameBytes(certificate.keyIdentifier, sid.content);
  const [issuer, serial] = childrenOf(expectTag(sid, TAG.sequence));
  return (
    issuer !== undefined &&
    serial !== undefined &&
    sameBytes(certificate.issuer, issuer.whole) &&
    sameBytes(certificate.serial, serial.content)
  );
}

function algorithmOf(der: Der | undefined): Der | undefined {
  return childrenOf(expectTag(der, TAG.sequence))[0];
}

function readAttributes(der: Der): Map<string, Der> {
  return new Map(
    childrenOf(der).flatMap((attribute) => {
      const [type, values] = childrenOf(attribute);
      const [first] = childrenOf(expectTag(values, TAG.set));
      return first ? [[readOid(type), first] as const] : [];
    }),
  );
}
