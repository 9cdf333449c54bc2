import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { layoutProblemOf } from './font-problem.ts';
import { loadFont } from './load-font.ts';

const TINOS = fileURLToPath(import.meta.resolve('@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf'));

async function problemWith(fetchFile: () => Promise<Uint8Array<ArrayBuffer>>) {
  return loadFont('/tinos.ttf', fetchFile).then(() => null, layoutProblemOf);
}

test('a font file is opened', async () => {
  expect(await problemWith(async () => new Uint8Array(await readFile(TINOS)))).toBeNull();
});

test('a font that isn’t on this device is unreachable without a network', async () => {
  const problem = problemWith(async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await problem).toBe('unreachable');
});

test('a font that the server refuses, or a file that isn’t a font, is unreadable', async () => {
  const refused = problemWith(async () => {
    throw new Error('/tinos.ttf: 404');
  });
  const page = problemWith(async () => new TextEncoder().encode('<!doctype html>'));
  expect([await refused, await page]).toEqual(['unreadable', 'unreadable']);
});

test('an error in the layout itself isn’t reported as a font problem', () => {
  expect(layoutProblemOf(new Error('The page keeps asking for fonts.'))).toBe('other');
});
