import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesApart, readChunks } from '../../scripts/bundle/precache-apart.ts';

function apart(manifest: object): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-precache-'));
  try {
    const path = join(folder, 'manifest.json');
    writeFileSync(path, JSON.stringify(manifest));
    return [...filesApart(readChunks(path), (file) => file.startsWith('online-'))].toSorted();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('files that only an online screen needs are not precached, but shared files are', () => {
  const files = apart({
    main: {
      file: 'main.js',
      isEntry: true,
      imports: ['react'],
      dynamicImports: ['deals', 'account'],
      css: ['main.css'],
    },
    react: { file: 'react.js' },
    deals: { file: 'deals.js', imports: ['react', 'table'] },
    table: { file: 'table.js', css: ['table.css'] },
    account: { file: 'online-account.js', imports: ['react', 'table', 'form'], dynamicImports: ['sheet'] },
    form: { file: 'form.js', css: ['form.css'] },
    sheet: { file: 'sheet.js' },
  });
  expect(files).toEqual(['form.css', 'form.js', 'online-account.js', 'sheet.js']);
});
