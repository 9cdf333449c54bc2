import { createHash } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkFile } from '../../../src/contract/rules/evidence/check-file.ts';
import { concat, type Bytes } from '../../../src/contract/rules/evidence/der-write.ts';
import { TimestampAuthority } from '../../../tests/support/signing/timestamp-authority.ts';
import { opensslCms, opensslTimestamp, pdfsig, sealOf } from '../../../tests/support/signing/verifiers.ts';
import type { SealingKey } from '../../store/sealing.ts';
import { makeCertificate } from './make-certificate.ts';
import { requestTimestamp } from './request-timestamp.ts';
import { sealPdf } from './seal-pdf.ts';
import { privateKeyOf } from './sign-cms.ts';

let authority: TimestampAuthority;
let otherAuthority: TimestampAuthority;
let pdf: Bytes;
const key = ownKey();
const known = { seals: [fingerprintOf(key.certificate)], authorities: new Array<string>() };

beforeAll(async () => {
  authority = await TimestampAuthority.start();
  otherAuthority = await TimestampAuthority.start('Somebody');
  const document = await PDFDocument.create();
  document.addPage().drawText('Signed by Jane Doe');
  pdf = concat([await document.save({ useObjectStreams: false })]);
  const { certificate } = await requestTimestamp(authority.url, pdf, new Date());
  known.authorities.push(fingerprintOf(certificate));
});
afterAll(async () => {
  await authority.stop();
  await otherAuthority.stop();
});

function ownKey(): SealingKey {
  const { privateKey, certificate } = makeCertificate('Counterpart at deals.firm.test', new Date());
  return { privateKey: privateKeyOf(privateKey), certificate, chain: [] };
}

function fingerprintOf(certificate: Uint8Array): string {
  return createHash('sha256').update(certificate).digest('hex');
}

async function seal(sealingKey = key, stamped?: (signature: Bytes) => Promise<Bytes>): Promise<Bytes> {
  const stamp = stamped ?? (async () => null);
  return (await sealPdf(pdf, { key: sealingKey, at: new Date(), stamp })).pdf;
}

/** Replaces the CMS in the seal of a file. */
function withCms(file: Bytes, change: (cms: Bytes) => Bytes): Bytes {
  const { range, signature } = sealOf(file);
  const room = range.holeEnd - range.holeStart - 2;
  const digits = Buffer.from(change(signature)).toString('hex').padEnd(room, '0');
  const copy = concat([file]);
  copy.set(Buffer.from(digits, 'latin1'), range.holeStart + 1);
  return copy;
}

/**
 * Another key under the same name, with a certificate as long as ours. ECDSA signatures, and so certificates, vary in length
 * by a byte or two.
 */
function keyOfSameSize(): SealingKey {
  const other = ownKey();
  return other.certificate.length === key.certificate.length ? other : keyOfSameSize();
}

/** Replaces our certificate with somebody else's. */
function withCertificate(file: Bytes, { certificate }: SealingKey): Bytes {
  return withCms(file, (cms) => {
    const at = Buffer.from(cms).indexOf(key.certificate);
    expect(at).toBeGreaterThan(0);
    return concat([cms.subarray(0, at), certificate, cms.subarray(at + certificate.length)]);
  });
}

async function withDrawing(file: Bytes): Promise<Bytes> {
  const document = await PDFDocument.load(file, { forIncrementalUpdate: true });
  document.getPage(0).drawText('and 1,000,000 more', { y: 200 });
  return concat([await document.save({ useObjectStreams: false })]);
}

const stampBy = (by: TimestampAuthority) => async (bytes: Bytes) =>
  (await requestTimestamp(by.url, bytes, new Date())).token;
/** A timestamp for different content. */
const forgedStamp = async () => stampBy(authority)(new TextEncoder().encode('something else'));

const verdictOn = async (file: Bytes) => (await checkFile(file, known)).is;

async function timestampIn(file: Bytes) {
  const verdict = await checkFile(file, known);
  return 'seal' in verdict ? verdict.seal.timestamp : null;
}

test('a sealed file is unchanged, and says whose seal it has', async () => {
  const verdict = await checkFile(await seal(), known);
  expect(verdict).toMatchObject({
    is: 'unchanged',
    seal: { by: 'Counterpart at deals.firm.test', timestamp: { is: 'none' } },
  });
});

test('a file counts as changed if any of its bytes is changed', async () => {
  const file = await seal();
  for (const at of [20, 300, pdf.length - 5]) {
    const copy = concat([file]);
    copy[at] = (copy[at] ?? 0) ^ 1;
    expect(await verdictOn(copy)).toBe('changed');
  }
});

test('bytes that are hidden after the signature count as a change', async () => {
  const file = withCms(await seal(), (cms) => concat([cms, Uint8Array.of(7)]));
  expect(await verdictOn(file)).toBe('changed');
});

test('a drawing that was appended after the seal is reported', async () => {
  const copy = await withDrawing(await seal());
  expect(await verdictOn(copy)).toBe('added');
});

test('a seal whose certificate was swapped is forged', async () => {
  const file = withCertificate(await seal(), keyOfSameSize());
  expect(await verdictOn(file)).toBe('forged');
});

test('a file that somebody else sealed under the same name is foreign', async () => {
  expect(await verdictOn(await seal(ownKey()))).toBe('foreign');
});

test('a file without a seal, or with garbage in its place, is not sealed', async () => {
  expect(await verdictOn(pdf)).toBe('not_sealed');
  expect(await verdictOn(withCms(await seal(), () => new Uint8Array(40).fill(0x30)))).toBe('not_sealed');
  expect(await verdictOn(new TextEncoder().encode('/ByteRange [0 3 9 99999]'))).toBe('not_sealed');
});

test('a timestamp is valid, forged if it is for different content, and unknown if it is from another authority', async () => {
  expect(await timestampIn(await seal(key, stampBy(authority)))).toMatchObject({
    is: 'valid',
    by: 'Test Authority',
  });
  expect(await timestampIn(await seal(key, forgedStamp))).toEqual({ is: 'forged' });
  expect(await timestampIn(await seal(key, stampBy(otherAuthority)))).toMatchObject({
    is: 'unknown',
    by: 'Somebody',
  });
});

describe('pdfsig and OpenSSL', () => {
  test('accept a seal with a timestamp as valid', async () => {
    const file = await seal(key, stampBy(authority));
    expect(await pdfsig(file)).toContain('Signature is Valid.');
    expect(await opensslCms(file, key.certificate)).toContain('CAdES Verification successful');
    expect(await opensslTimestamp(file, authority.certificateFile)).toContain('Verification: OK');
  });

  test('detect a changed byte', async () => {
    const file = await seal();
    file[300] = (file[300] ?? 0) ^ 1;
    expect(await pdfsig(file)).toContain('Digest Mismatch.');
    await expect(opensslCms(file, key.certificate)).rejects.toThrow('Verification failure');
  });

  test('detect a swapped certificate, even if it is trusted', async () => {
    const other = keyOfSameSize();
    const file = withCertificate(await seal(), other);
    expect(await pdfsig(file)).not.toContain('Signature is Valid.');
    await expect(opensslCms(file, other.certificate)).rejects.toThrow('Verification failure');
  });

  test('detect an appended drawing: the seal doesn’t cover the whole file anymore', async () => {
    expect(await pdfsig(await withDrawing(await seal()))).toContain('Not total document signed');
  });

  test('detect a forged timestamp', async () => {
    const file = await seal(key, forgedStamp);
    await expect(opensslTimestamp(file, authority.certificateFile)).rejects.toThrow(
      'message imprint mismatch',
    );
  });
});
