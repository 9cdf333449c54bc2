import { open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unclosedTagsDocx } from '../../../tests/support/hostile-files.ts';
import { VariableFinder } from './find-variable.ts';
import { hasVariables } from './read-variables.ts';
import { sampleDocx, zip } from '../sample-documents.ts';
import { makeWorkFolder } from '../confinement/work-folder.ts';

let folder: string;

beforeAll(async () => {
  folder = await makeWorkFolder(tmpdir());
});
afterAll(async () => rm(folder, { recursive: true }));

async function read(bytes: Uint8Array): Promise<boolean> {
  const path = join(folder, 'file.docx');
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    return await hasVariables(file, bytes.length);
  } finally {
    await file.close();
  }
}

test.for([
  ['{{Lender}} and the Borrower', true],
  // This is how Word splits it after somebody has edited one of its letters.
  ['{{Len</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>der}}', true],
  ['the Lender', false],
  ['{{ }}', false],
] as const)('a Word file with “%s” has variables: %s', async ([text, expected]) => {
  expect(await read(sampleDocx(['First.', text]))).toBe(expected);
});

test.for([
  ['{{a}}', true],
  ['{{{a}}}', true],
  ['{{a}{{b}}', true],
  ['{{a{b}}', false],
  ['{{a}b}}', false],
  ['{ {a}}', false],
  ['{{a} }', false],
  ['{{\u00a0}}', false],
  ['{{}}', false],
  ['{{\u00fc}}', true],
  ['}}a{{', false],
  ['{{a}<w:t/>}', true],
  ['{{<w:t>}}', false],
] as const)('the text %s names a custom key, even if split into characters: %s', ([text, expected]) => {
  const whole = new VariableFinder();
  whole.add(text);
  const piecewise = new VariableFinder();
  for (const character of text) piecewise.add(character);
  expect([whole.found, piecewise.found]).toEqual([expected, expected]);
});

test('a file that is not a zip, or is truncated, has no variables', async () => {
  const whole = sampleDocx(['{{Lender}}']);
  expect(await read(Buffer.from('no zip'))).toBe(false);
  expect(await read(whole.subarray(0, whole.length - 40))).toBe(false);
});

test('a small file of unclosed tags is read once, not once per tag', async () => {
  expect(await read(unclosedTagsDocx())).toBe(false);
});

test('variables in a header count, but not those in a picture’s name', async () => {
  const header = { 'word/header1.xml': '<w:hdr><w:t>{{Matter}}</w:t></w:hdr>' };
  expect(await read(zip({ '[Content_Types].xml': '<Types/>', ...header }))).toBe(true);
  expect(await read(zip({ 'word/media/{{Matter}}.png': deflateRawSync('x').toString('latin1') }))).toBe(
    false,
  );
});
