import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashInputs, isStale } from '../../scripts/app-build.ts';

let top: string;

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'counterpart-build-'));
  for (const folder of ['src/app', 'public', 'dist', 'server'])
    mkdirSync(join(top, folder), { recursive: true });
  write('src/app/main.tsx', 'one');
  write('index.html', '<html></html>');
  write('dist/.build-stamp', hashInputs(top));
});

afterEach(() => rmSync(top, { recursive: true, force: true }));

function write(path: string, text: string): void {
  writeFileSync(join(top, path), text);
}

test('the app is not built again if its sources are unchanged', () => {
  expect(isStale(top)).toBe(false);
});

test.each(['src/app/main.tsx', 'src/app/new.tsx', 'index.html', 'public/new.svg', 'package-lock.json'])(
  'the app is built again after a change to %s',
  (path) => {
    write(path, 'two');
    expect(isStale(top)).toBe(true);
  },
);

test.each(['src/app/main.test.tsx', 'server/main.ts'])(
  'the app is not built again after a change to %s',
  (path) => {
    write(path, 'two');
    expect(isStale(top)).toBe(false);
  },
);

test('the app is built again after an interrupted build', () => {
  rmSync(join(top, 'dist/.build-stamp'));
  expect(isStale(top)).toBe(true);
});
