import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasVariables } from './read-variables.ts';
import { sampleDocx, zip } from './sample-documents.ts';
import { makeWorkFolder } from './work-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeWorkFolder();
});
afterAll(async () => rm(folder, { recursive: true }));

async function read(bytes: Uint8Array): Promise<boolean> {
  const path = join(folder, 'file.docx');
  await writeFile(path, bytes);
  return hasVariables(path);
}

test.for([
  ['{{Lender}} and the Borrower', true],
  // As Word cuts it where somebody has edited one of its letters.
  ['{{Len</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>der}}', true],
  ['the Lender', false],
  ['{{ }}', false],
] as const)('a Word file with “%s” has variables: %s', async ([text, expected]) => {
  expect(await read(sampleDocx(['First.', text]))).toBe(expected);
});

test('what is no zip, is cut off, or says that it is larger than it may be has none', async () => {
  const whole = sampleDocx(['{{Lender}}']);
  expect(await read(Buffer.from('no zip'))).toBe(false);
  expect(await read(whole.subarray(0, whole.length - 40))).toBe(false);
  const huge = Buffer.from(whole);
  // Uncompressed size of the last entry in the directory (APPNOTE 4.3.12).
  huge.writeUInt32LE(0x7f_ff_ff_ff, huge.lastIndexOf(Buffer.from('PK\u0001\u0002')) + 24);
  expect(await read(huge)).toBe(false);
});

test('variables in its header count, those in a picture’s name do not', async () => {
  const header = { 'word/header1.xml': '<w:hdr><w:t>{{Matter}}</w:t></w:hdr>' };
  expect(await read(zip({ '[Content_Types].xml': '<Types/>', ...header }))).toBe(true);
  expect(await read(zip({ 'word/media/{{Matter}}.png': deflateRawSync('x').toString('latin1') }))).toBe(
    false,
  );
});
