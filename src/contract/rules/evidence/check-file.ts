import { coveredBy, findByteRanges, readContents, type ByteRange } from './byte-range.ts';
import { checkSignedData, hash, type SignatureCheck } from './check-signed-data.ts';
import { checkTimestamp } from './check-timestamp.ts';
import { DerError, hexOf, readDer } from './der-read.ts';
import { concat, type Bytes } from './der-write.ts';
import { OID } from './oids.ts';
import { nameOf } from './read-certificate.ts';
import { readSignedData, type SignedData } from './read-signed-data.ts';

/** SHA-256 of certificates that the installation has used, as hexadecimal digits. */
export interface KnownCertificates {
  readonly seals: readonly string[];
  readonly authorities: readonly string[];
}

/**
 * `forged`: it is for something else, or its signature isn't valid. `unknown`: it is from an authority that the installation
 * never used.
 */
type TimestampVerdict = { is: 'none' } | { is: 'forged' } | { is: 'valid' | 'unknown'; at: Date; by: string };

interface SealFacts {
  /** The name in the certificate. */
  readonly by: string;
  /** SHA-256 of the certificate. */
  readonly fingerprint: string;
  readonly timestamp: TimestampVerdict;
}

/**
 * The result of checking a file: sealed here and unchanged; with bytes added after the seal; changed in the sealed part; with
 * a seal whose certificate was swapped or whose signature is not by its key; sealed by somebody else; not sealed.
 */
export type FileVerdict =
  | { is: 'unchanged' | 'added' | 'changed' | 'forged' | 'foreign'; seal: SealFacts }
  | { is: 'not_sealed' };

/** Results from worst to best, for files with several signatures. */
const RANKS = ['not_sealed', 'foreign', 'forged', 'changed', 'added', 'unchanged'] as const;

/**
 * Checks a file byte by byte, without interpreting it: it is unchanged if one seal of this installation covers all of it but the seal's own
 * contents.
 */
export async function checkFile(file: Bytes, known: KnownCertificates): Promise<FileVerdict> {
  let best: FileVerdict = { is: 'not_sealed' };
  for (const range of findByteRanges(file)) {
    const verdict = await checkSeal(file, range, known);
    if (RANKS.indexOf(verdict.is) > RANKS.indexOf(best.is)) best = verdict;
  }
  return best;
}

async function checkSeal(file: Bytes, range: ByteRange, known: KnownCertificates): Promise<FileVerdict> {
  try {
    const seal = readSeal(file, range);
    if (!seal) return { is: 'not_sealed' };
    const { signedData, isFilledUp } = seal;
    const [certificate] = signedData.signer.certificate
      ? [signedData.signer.certificate]
      : signedData.certificates;
    if (!certificate) return { is: 'not_sealed' };
    const fingerprint = hexOf(await hash('SHA-256', certificate.whole));
    const facts = {
      by: nameOf(certificate),
      fingerprint,
      timestamp: await checkStamp(signedData, known),
    };
    const check = signedData.signer.certificate
      ? await checkSignedData(signedData, concat(coveredBy(file, range)))
      : 'forged';
    const isOurs = known.seals.includes(fingerprint);
    return { is: judge({ check, isOurs, isFilledUp, isWhole: range.end === file.length }), seal: facts };
  } catch (error) {
    if (error instanceof DerError) return { is: 'not_sealed' };
    throw error;
  }
}

interface Findings {
  readonly check: SignatureCheck;
  readonly isOurs: boolean;
  readonly isFilledUp: boolean;
  readonly isWhole: boolean;
}

function judge({ check, isOurs, isFilledUp, isWhole }: Findings): Exclude<FileVerdict['is'], 'not_sealed'> {
  if (check === 'forged') return 'forged';
  if (!isOurs) return 'foreign';
  if (check === 'changed' || !isFilledUp) return 'changed';
  return isWhole ? 'unchanged' : 'added';
}

/** `isFilledUp`: only zeros follow the signature, so nothing is hidden there. */
function readSeal(file: Bytes, range: ByteRange): { signedData: SignedData; isFilledUp: boolean } | null {
  const contents = readContents(file, range);
  if (!contents) return null;
  const { whole } = readDer(contents);
  const isFilledUp = contents.subarray(whole.length).every((byte) => byte === 0);
  return { signedData: readSignedData(whole), isFilledUp };
}

async function checkStamp({ signer }: SignedData, known: KnownCertificates): Promise<TimestampVerdict> {
  const token = signer.unsignedAttributes.get(OID.timestampToken);
  if (!token) return { is: 'none' };
  try {
    const check = await checkTimestamp(token.whole, signer.signature);
    if (check.is === 'forged') return { is: 'forged' };
    const { at, certificate } = check.facts;
    const isKnown = known.authorities.includes(hexOf(await hash('SHA-256', certificate.whole)));
    return { is: isKnown ? 'valid' : 'unknown', at, by: nameOf(certificate) };
  } catch (error) {
    if (error instanceof DerError) return { is: 'forged' };
    throw error;
  }
}
