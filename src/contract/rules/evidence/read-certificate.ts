import { childrenOf, DerError, expectTag, readDer, readOid, readTime, type Der } from './der-read.ts';
import { TAG, type Bytes } from './der-write.ts';
import { OID } from './oids.ts';

/** The parts of an X.509 certificate that a seal needs (RFC 5280, 4.1). */
export interface Certificate {
  readonly whole: Bytes;
  /** Names in the certificate's own encoding, because they are compared byte by byte. */
  readonly issuer: Bytes;
  readonly subject: Bytes;
  readonly serial: Bytes;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Bytes;
  /** Null if the certificate has none. */
  readonly keyIdentifier: Bytes | null;
  /** The purposes that it is limited to; null = any. */
  readonly purposes: readonly string[] | null;
}

/** @throws {DerError} */
export function readCertificate(bytes: Bytes): Certificate {
  const certificate = expectTag(readDer(bytes), TAG.sequence);
  const [toBeSigned] = childrenOf(certificate);
  const fields = childrenOf(expectTag(toBeSigned, TAG.sequence));
  // version [0] is left out in version 1.
  if (fields[0]?.tag === 0xa0) fields.shift();
  const [serial, , issuer, validity, subject, publicKey, ...rest] = fields;
  if (!issuer || !validity || !subject || !publicKey) throw new DerError('A certificate lacks a field.');
  const [notBefore, notAfter] = childrenOf(validity);
  const extensions = readExtensions(rest.find(({ tag }) => tag === 0xa3));
  const keyIdentifier = extensions.get(OID.subjectKeyIdentifier);
  const purposes = extensions.get(OID.extendedKeyUsage);
  return {
    whole: certificate.whole,
    issuer: issuer.whole,
    subject: subject.whole,
    serial: expectTag(serial, TAG.integer).content,
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    publicKey: publicKey.whole,
    keyIdentifier: keyIdentifier ? readDer(keyIdentifier).content : null,
    purposes: purposes ? childrenOf(readDer(purposes)).map(readOid) : null,
  };
}

/**
 * Returns the name of the certificate's owner: its common name, else its organization, else ''.
 * @throws {DerError}
 */
export function nameOf({ subject }: Pick<Certificate, 'subject'>): string {
  const parts = new Map(
    childrenOf(readDer(subject)).flatMap((set) =>
      childrenOf(set).map((part) => {
        const [type, text] = childrenOf(part);
        return [readOid(type), textOf(text)] as const;
      }),
    ),
  );
  return parts.get(OID.commonName) ?? parts.get(OID.organizationName) ?? '';
}

/** UTF8String and the older string types. BMPString (0x1e) has two bytes per character. */
function textOf(der: Der | undefined): string {
  if (!der) return '';
  return new TextDecoder(der.tag === 0x1e ? 'utf-16be' : 'utf-8').decode(der.content);
}

/** Returns the content of each extension by its identifier. */
function readExtensions(field: Der | undefined): Map<string, Bytes> {
  const [list] = field ? childrenOf(field) : [];
  const extensions = list ? childrenOf(list) : [];
  return new Map(
    extensions.map((extension) => {
      const parts = childrenOf(extension);
      return [readOid(parts[0]), expectTag(parts.at(-1), TAG.octets).content];
    }),
  );
}
