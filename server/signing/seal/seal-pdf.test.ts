import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDict, PDFDocument, PDFName, PDFObjectParser } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { coveredBy } from '../../../src/contract/rules/evidence/byte-range.ts';
import { concat, type Bytes } from '../../../src/contract/rules/evidence/der-write.ts';
import { OID } from '../../../src/contract/rules/evidence/oids.ts';
import { readSignedData } from '../../../src/contract/rules/evidence/read-signed-data.ts';
import { TimestampAuthority } from '../../../tests/support/signing/timestamp-authority.ts';
import { opensslCms, opensslTimestamp, pdfsig, sealOf } from '../../../tests/support/signing/verifiers.ts';
import type { SealingKey } from '../../store/sealing.ts';
import { makeCertificate } from './make-certificate.ts';
import { readP12, SealingKeyError } from './read-p12.ts';
import { requestTimestamp } from './request-timestamp.ts';
import { hashFile, sealFile, sealPdf } from './seal-pdf.ts';
import { stampFile } from './stamp-pdf.ts';
import { privateKeyOf } from './sign-cms.ts';

const run = promisify(execFile);

let folder: string;
let authority: TimestampAuthority;
let pdf: Bytes;
let key: SealingKey;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterpart-seal-'));
  authority = await TimestampAuthority.start();
  const document = await PDFDocument.create();
  document.addPage().drawText('Signed by Jane Doe');
  document.addPage();
  pdf = concat([await document.save({ useObjectStreams: false })]);
  key = ownKey();
});
afterAll(async () => {
  await authority.stop();
  await rm(folder, { recursive: true, force: true });
});

function ownKey(): SealingKey {
  const { privateKey, certificate } = makeCertificate('Counterpart at deals.firm.test', new Date());
  return { privateKey: privateKeyOf(privateKey), certificate, chain: [] };
}

async function hashOf(path: string): Promise<string> {
  return (await hashFile(path)).hash.digest('hex');
}

const unstamped = async () => null;
const at = new Date('2026-03-01T12:00:00.000Z');

describe('a sealed PDF', () => {
  test('is valid according to pdfsig and OpenSSL, and keeps its original bytes', async () => {
    const sealed = await sealPdf(pdf, { key, at, stamp: unstamped });
    expect(sealed.isStamped).toBe(false);
    expect(sealed.pdf.subarray(0, pdf.length)).toEqual(pdf);
    const seen = await pdfsig(sealed.pdf);
    expect(seen).toContain('Signature Validation: Signature is Valid.');
    expect(seen).toContain('Signature Type: ETSI.CAdES.detached');
    expect(seen).toContain('Total document signed');
    expect(seen).toContain('Counterpart at deals.firm.test');
    expect(await opensslCms(sealed.pdf, key.certificate)).toContain('CAdES Verification successful');
  });

  test('of any size is parsed in a separate process, with the same result', async () => {
    const path = join(folder, 'large.pdf');
    await writeFile(path, pdf);
    const parse = vi.spyOn(PDFObjectParser, 'forBytes');
    const facts = { key, at, stamp: unstamped, reason: 'Line 4' };
    const { size, sha256 } = await sealFile(path, facts, { workRoot: folder });
    expect(parse).not.toHaveBeenCalled();
    const here = await sealPdf(pdf, facts);
    expect(parse).toHaveBeenCalled();
    parse.mockRestore();
    const sealed = concat([await readFile(path)]);
    expect({ size, sha256 }).toEqual({ size: sealed.length, sha256: await hashOf(path) });
    expect(sealOf(sealed).range).toEqual(sealOf(here.pdf).range);
    expect(sealed.subarray(0, pdf.length)).toEqual(pdf);
    expect(await pdfsig(sealed)).toContain('Signature Validation: Signature is Valid.');
  });

  test('keeps the notes of its first page', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage();
    const note = document.context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [10, 10, 20, 20] });
    page.node.set(PDFName.of('Annots'), document.context.register(document.context.obj([note])));
    const noted = await document.save({ useObjectStreams: false });
    const sealed = await sealPdf(noted, { key, at, stamp: unstamped });
    expect(await pdfsig(sealed.pdf)).toContain('Signature Validation: Signature is Valid.');
    const [read] = (await PDFDocument.load(sealed.pdf)).getPages();
    const notes = read?.node.Annots();
    const kinds = [0, 1].map((at) => notes?.lookup(at, PDFDict).get(PDFName.of('Subtype')));
    expect(kinds).toEqual([PDFName.of('Text'), PDFName.of('Widget')]);
  });

  test('can’t be made of one without a plain table of its objects', async () => {
    const document = await PDFDocument.create();
    document.addPage();
    const sealed = sealPdf(await document.save({ useObjectStreams: true }), { key, at, stamp: unstamped });
    await expect(sealed).rejects.toThrow('The PDF has no cross-reference table.');
  });

  test('has the attributes of PAdES and no signing time, and its range ends with the file', async () => {
    const { pdf: sealed } = await sealPdf(pdf, { key, at, stamp: unstamped });
    expect(sealOf(sealed).range.end).toBe(sealed.length);
    const { signer, certificates, content } = readSignedData(sealOf(sealed).signature);
    expect([...signer.signedAttributes.keys()].toSorted()).toEqual(
      [OID.contentType, OID.messageDigest, OID.signingCertificateV2].toSorted(),
    );
    expect(certificates.map(({ whole }) => whole)).toEqual([key.certificate]);
    expect(content).toBeNull();
    const text = Buffer.from(sealed.subarray(pdf.length)).toString('latin1');
    expect(text).toContain('/Filter /Adobe.PPKLite');
    expect(text).toContain('/M (D:20260301120000Z)');
    expect(text).not.toContain('/ObjStm');
    expect(text).not.toContain('/DocMDP');
  });

  test('that was changed by a byte is invalid according to pdfsig and OpenSSL', async () => {
    const { pdf: sealed } = await sealPdf(pdf, { key, at, stamp: unstamped });
    sealed[200] = (sealed[200] ?? 0) ^ 1;
    expect(await pdfsig(sealed)).toContain('Signature Validation: Digest Mismatch.');
    await expect(opensslCms(sealed, key.certificate)).rejects.toThrow('Verification failure');
  });

  test('is valid with a firm’s own RSA key, whose intermediate certificate is inside', async () => {
    const firm = await readP12(await makeP12('correct horse'), 'correct horse');
    const sealed = await sealPdf(pdf, { key: firm, at, stamp: unstamped });
    const seen = await pdfsig(sealed.pdf, [join(folder, 'ca.pem')]);
    expect(seen).toContain('Signature is Valid.');
    expect(seen).toContain('Certificate Validation: Certificate is Trusted.');
    expect(readSignedData(sealOf(sealed.pdf).signature).certificates).toHaveLength(2);
    expect(firm.chain).toHaveLength(1);
  });
});

describe('a timestamp', () => {
  const stamp = async (bytes: Bytes) => (await requestTimestamp(authority.url, bytes, new Date())).token;

  test.each(['a key of our own', 'a firm’s key, whose intermediate certificate is inside'])(
    'can be added later to a seal by %s without changing anything else in the file',
    async (whose) => {
      authority.behavior = 'honest';
      const by =
        whose === 'a key of our own' ? key : await readP12(await makeP12('correct horse'), 'correct horse');
      const { pdf: sealed } = await sealPdf(pdf, { key: by, at, stamp: unstamped });
      const path = join(folder, 'stamped.pdf');
      await writeFile(path, sealed);
      expect(await stampFile(path, unstamped)).toBe(false);
      expect(await readFile(path)).toEqual(Buffer.from(sealed));
      expect(await stampFile(path, stamp)).toBe(true);
      const later = concat([await readFile(path)]);
      expect(coveredBy(later, sealOf(later).range)).toEqual(coveredBy(sealed, sealOf(sealed).range));
      const seen = await pdfsig(later);
      expect(seen).toContain('Signature is Valid.');
      expect(seen).toContain('Total document signed');
      const { signer, certificates } = readSignedData(sealOf(later).signature);
      expect([...signer.unsignedAttributes.keys()]).toEqual([OID.timestampToken]);
      expect(certificates).toEqual(readSignedData(sealOf(sealed).signature).certificates);
      await expect(stampFile(path, stamp)).rejects.toThrow('can’t be added');
      later[200] = (later[200] ?? 0) ^ 1;
      expect(await pdfsig(later)).toContain('Digest Mismatch.');
    },
  );

  test('is in the seal, and OpenSSL verifies it', async () => {
    authority.behavior = 'honest';
    const sealed = await sealPdf(pdf, { key, at, stamp });
    expect(sealed.isStamped).toBe(true);
    expect(await pdfsig(sealed.pdf)).toContain('Signature is Valid.');
    expect(await opensslCms(sealed.pdf, key.certificate)).toContain('CAdES Verification successful');
    expect(await opensslTimestamp(sealed.pdf, authority.certificateFile)).toContain('Verification: OK');
  });

  test.each([
    ['lying', 'It is for something else.'],
    ['repeating', 'It is for something else.'],
    ['oversized', 'larger than 16384 bytes'],
    ['failing', 'status 500'],
    ['hanging', 'timeout'],
  ] as const)('of an authority that is %s is refused', async (behavior, reason) => {
    authority.behavior = behavior;
    const ask = async (text: string) =>
      requestTimestamp(authority.url, new TextEncoder().encode(text), new Date(), 2000);
    if (behavior === 'repeating') await ask('first');
    await expect(ask('second')).rejects.toThrow(reason);
  });

  test('with a time on another day is refused', async () => {
    authority.behavior = 'honest';
    const tomorrow = new Date(Date.now() + 86_400_000);
    await expect(requestTimestamp(authority.url, new Uint8Array(3), tomorrow)).rejects.toThrow('Its time is');
  });
});

describe('the firm’s own key', () => {
  test('with a wrong passphrase stops the server’s start with an explanation', async () => {
    const wrong = readP12(await makeP12('correct horse'), 'battery staple');
    await expect(wrong).rejects.toThrow(SealingKeyError);
    await expect(wrong).rejects.toThrow('Check the file and SEAL_P12_PASSPHRASE');
  });

  test('is refused if it is too short', async () => {
    await expect(readP12(await makeP12('x', 1024), 'x')).rejects.toThrow('at least 2,048 bits');
  });
});

/** A key file with an RSA key, its certificate, and the certificate of the issuing authority. */
async function makeP12(passphrase: string, bits = 2048): Promise<Buffer> {
  const commands = [
    'req -x509 -newkey rsa:2048 -nodes -days 30 -keyout ca.key -out ca.pem -subj /CN=Firm-CA',
    `req -newkey rsa:${bits} -nodes -keyout firm.key -out firm.csr -subj /CN=Whitfield-and-Crane`,
    'x509 -req -in firm.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -out firm.pem',
    `pkcs12 -export -in firm.pem -inkey firm.key -certfile ca.pem -out firm.p12 -passout pass:${passphrase.replaceAll(' ', '_')}`,
  ];
  for (const command of commands)
    await run(
      'openssl',
      command.split(' ').map((word) => (word.startsWith('pass:') ? `pass:${passphrase}` : word)),
      { cwd: folder },
    );
  return readFile(join(folder, 'firm.p12'));
}
