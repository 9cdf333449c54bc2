import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

const run = promisify(execFile);

/** Small, but real documents. */
export interface SmallDocuments {
  folder: string;
  /** A PDF with two pages. */
  pdf: string;
  /** A letter as .doc and .docx. Created at the first use, because LibreOffice takes seconds to save them. */
  letters(): Promise<Letters>;
  /**
   * Creates an incompressible PDF of about the given size in bytes, for uploads that take a while. Each one
   * is different.
   */
  largePdf(bytes: number, name?: string): Promise<string>;
  sizeOf(path: string): Promise<number>;
  /** Returns the SHA-256 in hex. */
  hashOf(path: string): Promise<string>;
  remove(): Promise<void>;
}

interface Letters {
  doc: string;
  docx: string;
}

export async function makeSmallDocuments(): Promise<SmallDocuments> {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-documents-'));
  const pdf = join(folder, 'Confidentiality Agreement.pdf');
  await writeFile(pdf, await twoPages());
  let letters: Promise<Letters> | undefined;
  return {
    folder,
    pdf,
    letters: async () => (letters ??= writeLetters(folder)),
    async largePdf(bytes, name = 'Disclosure Schedules.pdf') {
      const path = join(folder, name);
      await writeFile(path, await padded(bytes));
      return path;
    },
    sizeOf: async (path) => (await stat(path)).size,
    hashOf: async (path) =>
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    remove: async () => rm(folder, { recursive: true, force: true }),
  };
}

async function twoPages(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  for (const line of ['CONFIDENTIALITY AGREEMENT', 'IN WITNESS WHEREOF']) {
    document.addPage().drawText(line, { x: 72, y: 700, size: 14, font });
  }
  return document.save();
}

/** The padding is an attachment of random bytes, so that nothing on the way can compress it. */
async function padded(bytes: number): Promise<Uint8Array> {
  const document = await PDFDocument.load(await twoPages());
  const noise = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 65_536)
    crypto.getRandomValues(noise.subarray(at, Math.min(at + 65_536, bytes)));
  await document.attach(noise, 'schedules.bin', { mimeType: 'application/octet-stream' });
  return document.save();
}

async function writeLetters(folder: string): Promise<Letters> {
  const letter = join(folder, 'letter.fodt');
  await writeFile(letter, LETTER);
  return {
    doc: await convert(folder, letter, 'doc', 'Officer Certificate.doc'),
    docx: await convert(folder, letter, 'docx', 'Escrow Agreement.docx'),
  };
}

async function convert(
  folder: string,
  source: string,
  format: 'doc' | 'docx',
  name: string,
): Promise<string> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  await run('soffice', [profile, '--headless', '--convert-to', format, '--outdir', folder, source]);
  const target = join(folder, name);
  await run('mv', [join(folder, `letter.${format}`), target]);
  return target;
}

const LETTER = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3"
  office:mimetype="application/vnd.oasis.opendocument.text">
  <office:body><office:text>
    <text:p>ESCROW AGREEMENT</text:p>
    <text:p>The parties agree that the funds are held until the closing.</text:p>
  </office:text></office:body>
</office:document>
`;
