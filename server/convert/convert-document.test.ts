import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { manyPagesPdf, zipBombDocx } from '../../tests/support/hostile-files.ts';
import { convertDocument } from './convert-document.ts';
import { readPdf } from './readers/read-pdf.ts';
import { sampleDocx, samplePdf, zip } from './sample-documents.ts';
import { wordToPdf } from './word-to-pdf.ts';
import {
  convert,
  failureOf,
  folder,
  openConversions,
  place,
  settingsFor,
} from '../../tests/support/converted-file.ts';

openConversions();

/** Returns the folders of past and future conversions. The process that was started in advance has one. */
const leftovers = () =>
  [tmpdir(), join(folder, 'work')]
    .flatMap((root) => readdirSync(root))
    .filter((name) => name.startsWith(`counterpart-work-${process.pid}-`));

describe('a PDF', () => {
  test('is searched for pages that look like signature pages', async () => {
    const pdf = await PDFDocument.create();
    const font = await pdf.embedFont(StandardFonts.TimesRoman);
    const lines = [
      'IN WITNESS WHEREOF, the parties have signed.',
      'By: ____________________',
      'Name: Jane Doe',
    ];
    for (const text of [['1. Definitions. In this Agreement'], lines, ['Schedule 1'], lines]) {
      const page = pdf.addPage([612, 792]);
      text.forEach((line, at) => page.drawText(line, { x: 72, y: 700 - 20 * at, size: 12, font }));
    }
    expect((await convert(await pdf.save())).likelySignaturePages).toEqual([2, 4]);
  });

  test('is kept unchanged, and every page gets a thumbnail 144 px wide', async () => {
    const bytes = await samplePdf({ pages: 3 });
    const converted = await convert(bytes);
    expect(converted).toMatchObject({ kind: 'pdf', numPages: 3 });
    expect(readFileSync(converted.pdfPath)).toEqual(Buffer.from(bytes));
    expect(converted.thumbnails).toHaveLength(3);
    for (const path of converted.thumbnails) {
      expect(await sharp(path).metadata()).toMatchObject({ format: 'png', width: 144, height: 186 });
    }
    const { channels } = await sharp(converted.thumbnails[0]).stats();
    expect(channels[0]?.min).toBeLessThan(80);
    expect(channels[0]?.max).toBe(255);
  });

  test('with a password is rejected with an explanation of what to do', async () => {
    const error = await failureOf(convert(await samplePdf({ pages: 1, password: 'closing' })));
    expect(error.code).toBe('password_protected');
    expect(error.message).toBe('This file is password-protected. Remove the password and upload it again.');
  });

  test('that is truncated, has no pages or is garbage after its header is rejected', async () => {
    const whole = await samplePdf({ pages: 1 });
    const rubbish = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5000)]);
    expect(await failureOf(convert(rubbish))).toMatchObject({ code: 'corrupt' });
    expect(await failureOf(convert(whole.subarray(0, 300)))).toMatchObject({ code: 'corrupt' });
    const none = await failureOf(convert(await samplePdf({ pages: 0 })));
    expect(['no_pages', 'corrupt']).toContain(none.code);
  });

  test('that hangs the reader is abandoned, and the reader is killed', async () => {
    const { sourcePath, workDir } = place(await samplePdf({ pages: 50 }));
    const error = await failureOf(readPdf(workDir, { sourcePath, wallSeconds: 0.001 }));
    expect(error.code).toBe('timed_out');
  });

  test('is no longer read after the job is canceled', async () => {
    const { sourcePath, workDir } = place(await samplePdf({ pages: 50 }));
    const abort = new AbortController();
    const reading = readPdf(workDir, { sourcePath, signal: abort.signal });
    abort.abort();
    await expect(reading).rejects.toThrow(/canceled/);
  });
});

describe('a Word document', () => {
  const docx = sampleDocx(['IN WITNESS WHEREOF, the parties have executed this Agreement.', 'Größe: 5 €']);

  test('becomes a PDF with its text and thumbnails, in both formats', async () => {
    const fresh = await convert(docx);
    expect(fresh).toMatchObject({ kind: 'docx', numPages: 1 });
    expect(readFileSync(fresh.pdfPath).subarray(0, 5).toString()).toBe('%PDF-');

    const { sourcePath, workDir } = place(docx, 'old.docx');
    execFileSync('soffice', [
      `-env:UserInstallation=file://${join(workDir, 'profile')}`,
      '--headless',
      '--convert-to',
      'doc:MS Word 97',
      '--outdir',
      workDir,
      sourcePath,
    ]);
    const old = await convert(readFileSync(join(workDir, 'old.doc')));
    expect(old).toMatchObject({ kind: 'doc', numPages: 1 });
    await expect.poll(leftovers).toHaveLength(1);
  });

  test('does not make the server fetch anything', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const converted = await convert(sampleDocx(['See the picture.'], `http://127.0.0.1:${port}/beacon.png`));
    expect(converted.numPages).toBe(1);
    expect(asked).toEqual([]);
    server.close();
  });

  test('that is damaged, encrypted or something else is rejected with an explanation of what to do', async () => {
    expect(await failureOf(convert(docx.subarray(0, docx.length - 200)))).toMatchObject({ code: 'corrupt' });
    const garbled = zip({ '[Content_Types].xml': 'no xml', 'word/document.xml': 'no xml' });
    expect(['corrupt', 'converter_failed']).toContain((await failureOf(convert(garbled))).code);
    const spreadsheet = zip({ '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<x/>' });
    expect(await failureOf(convert(spreadsheet, 'a.docx'))).toMatchObject({ code: 'not_a_document' });
    expect(await failureOf(convert(randomBytes(5000), 'a.docx'))).toMatchObject({ code: 'not_a_document' });
    expect(await failureOf(convert(Buffer.from('<html><img src="http://x">'), 'a.doc'))).toMatchObject({
      code: 'not_a_document',
    });
    // A docx with a password, as Word saves it: an OLE file with the stream EncryptedPackage.
    const encrypted = Buffer.alloc(2048);
    Buffer.from('D0CF11E0A1B11AE1', 'hex').copy(encrypted);
    encrypted.write('EncryptedPackage', 1024, 'utf16le');
    encrypted.writeUInt16LE(34, 1024 + 64);
    expect(await failureOf(convert(encrypted, 'a.docx'))).toMatchObject({ code: 'password_protected' });
  });
});

describe('a file made to harm the server', () => {
  test.for([
    ['that unpacks to 1 GB and claims 1 kB', () => zipBombDocx(1000), 'unpacks_too_large'],
    ['of 200,000 pages', () => manyPagesPdf(200_000), 'too_many_pages'],
  ] as const)('is rejected with an explanation: %s', async ([, make, code]) => {
    expect(await failureOf(convert(make()))).toMatchObject({ code });
  });

  test('has one time limit for all of its pages, and nothing continues after it', async () => {
    const request = { ...place(manyPagesPdf(5000)), settings: settingsFor(1) };
    expect(await failureOf(convertDocument(request))).toMatchObject({ code: 'timed_out' });
    await expect.poll(() => leftovers().length).toBeLessThanOrEqual(1);
  });
});

describe('LibreOffice', () => {
  let counter = 0;
  const docx = sampleDocx(['Agreement']);
  const standIn = (script: string) => {
    const path = join(folder, `soffice-${++counter}`);
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return path;
  };
  const word = (sofficePath: string, limits: { wallSeconds?: number } = {}) => {
    const { sourcePath, workDir } = place(docx);
    return failureOf(
      wordToPdf({ kind: 'docx', sourcePath, pdfPath: join(workDir, 'made.pdf'), sofficePath, limits }),
    );
  };

  test('produces a user-facing error if it is missing', async () => {
    const error = await word('/no/such/soffice');
    expect(error.code).toBe('converter_missing');
    expect(error.message).toContain('LibreOffice isn’t installed');
  });

  test('fails if it reports success but wrote no PDF', async () => {
    expect(await word(standIn('exit 0'))).toMatchObject({ code: 'converter_failed' });
    expect(await word(standIn('echo "this is not a PDF at all" > source.pdf; exit 0'))).toMatchObject({
      code: 'converter_failed',
    });
  });

  test('cannot read the server’s files if a hostile file takes it over', async () => {
    const secret = join(folder, 'other-deal.pdf');
    writeFileSync(secret, await samplePdf({ pages: 1 }), { mode: 0o600 });
    expect(await word(standIn(`ln -s ${secret} source.pdf`))).toMatchObject({ code: 'converter_failed' });
    expect(await word(standIn('mkfifo source.pdf'))).toMatchObject({ code: 'converter_failed' });
  });

  test('is killed with all its child processes if it hangs', async () => {
    const error = await word(standIn('sleep 61.37 & sleep 60.73'), { wallSeconds: 0.3 });
    expect(error.code).toBe('timed_out');
    const running = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    await expect.poll(running).not.toMatch(/sleep 6[01]\.[37]/);
    await expect.poll(() => leftovers().length).toBeLessThanOrEqual(1);
  });

  test.runIf(process.getuid?.() === 0)(
    'runs as its own user if the server is root, with few rights',
    async () => {
      const { detail } = await word(standIn('id -u; id -G; ulimit -t; ulimit -v; ls /root && echo reached'));
      const [user, groups, seconds, kilobytes, rest] = (detail ?? '').split('\n');
      expect(Number(user)).toBeGreaterThanOrEqual(60_800);
      expect([groups, seconds, kilobytes]).toEqual([user, '110', String(6144 * 1024)]);
      expect(rest).not.toBe('reached');
      const { detail: next } = await word(standIn('id -u'));
      expect(next).not.toBe(user);
    },
  );
});
