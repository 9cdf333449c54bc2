import { createHash } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findByteRanges, readContents } from '../../../src/contract/rules/evidence/byte-range.ts';
import { checkFile } from '../../../src/contract/rules/evidence/check-file.ts';
import { readDer } from '../../../src/contract/rules/evidence/der-read.ts';
import { concat, type Bytes } from '../../../src/contract/rules/evidence/der-write.ts';
import { TimestampAuthority } from '../../../tests/support/signing/timestamp-authority.ts';
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

/** Puts another CMS into the seal of a file. */
function withCms(file: Bytes, change: (cms: Bytes) => Bytes): Bytes {
  const [range] = findByteRanges(file);
  if (!range) throw new Error('There is no seal.');
  const cms = readDer(readContents(file, range) ?? new Uint8Array()).whole;
  const room = range.holeEnd - range.holeStart - 2;
  const digits = Buffer.from(change(cms)).toString('hex').padEnd(room, '0');
  const copy = concat([file]);
  copy.set(Buffer.from(digits, 'latin1'), range.holeStart + 1);
  return copy;
}

const verdictOn = async (file: Bytes) => (await checkFile(file, known)).is;

async function timestampIn(file: Bytes) {
  const verdict = await checkFile(file, known);
  return 'seal' in verdict ? verdict.seal.timestamp : null;
}

test('a sealed file is unchanged, and says whose seal it is', async () => {
  const verdict = await checkFile(await seal(), known);
  expect(verdict).toMatchObject({
    is: 'unchanged',
    seal: { by: 'Counterpart at deals.firm.test', timestamp: { is: 'none' } },
  });
});

test('a file is changed if any one of its bytes is', async () => {
  const file = await seal();
  for (const at of [20, 300, pdf.length - 5]) {
    const copy = concat([file]);
    copy[at] = (copy[at] ?? 0) ^ 1;
    expect(await verdictOn(copy)).toBe('changed');
  }
});

test('bytes hidden behind the signature are a change', async () => {
  const file = withCms(await seal(), (cms) => concat([cms, Uint8Array.of(7)]));
  expect(await verdictOn(file)).toBe('changed');
});

test('a drawing that was appended after the seal is named', async () => {
  const document = await PDFDocument.load(await seal(), { forIncrementalUpdate: true });
  document.getPage(0).drawText('and 1,000,000 more', { y: 200 });
  const copy = concat([await document.save({ useObjectStreams: false })]);
  expect(await verdictOn(copy)).toBe('added');
});

test('a seal whose certificate was swapped is forged', async () => {
  const other = ownKey();
  const file = withCms(await seal(), (cms) => {
    const at = Buffer.from(cms).indexOf(key.certificate);
    expect(at).toBeGreaterThan(0);
    const room = key.certificate.length;
    // ECDSA signatures, and so certificates, differ in length by a byte or two.
    if (other.certificate.length !== room) return cms.with(at + 200, (cms[at + 200] ?? 0) ^ 1);
    return concat([cms.subarray(0, at), other.certificate, cms.subarray(at + room)]);
  });
  expect(await verdictOn(file)).toBe('forged');
});

test('a file that somebody else sealed under the same name is foreign', async () => {
  expect(await verdictOn(await seal(ownKey()))).toBe('foreign');
});

test('a file without a seal, or with nonsense in its place, is not sealed', async () => {
  expect(await verdictOn(pdf)).toBe('not_sealed');
  expect(await verdictOn(withCms(await seal(), () => new Uint8Array(40).fill(0x30)))).toBe('not_sealed');
  expect(await verdictOn(new TextEncoder().encode('/ByteRange [0 3 9 99999]'))).toBe('not_sealed');
});

test('a timestamp is valid, forged if it is for something else, and unknown if somebody else made it', async () => {
  const stampBy = (by: TimestampAuthority) => async (bytes: Bytes) =>
    (await requestTimestamp(by.url, bytes, new Date())).token;
  expect(await timestampIn(await seal(key, stampBy(authority)))).toMatchObject({
    is: 'valid',
    by: 'Test Authority',
  });
  const elsewhere = async () => stampBy(authority)(new TextEncoder().encode('something else'));
  expect(await timestampIn(await seal(key, elsewhere))).toEqual({ is: 'forged' });
  expect(await timestampIn(await seal(key, stampBy(otherAuthority)))).toMatchObject({
    is: 'unknown',
    by: 'Somebody',
  });
});
