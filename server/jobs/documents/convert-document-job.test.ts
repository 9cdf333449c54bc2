import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LocalFile } from '../../storage/object-store.ts';
import { keepThumbnails } from './convert-document-job.ts';

let folder: string;
let paths: string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-thumbnails-'));
  paths = Array.from({ length: 30 }, (_, index) => join(folder, `${index + 1}.png`));
  for (const [index, path] of paths.entries()) writeFileSync(path, String(index + 1));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A store that is slow, and fails on request. */
class SlowObjects {
  readonly kept = new Map<string, string>();
  begun = 0;
  under = 0;
  most = 0;
  failAt = Infinity;
  /** Called when a write starts. */
  onBegun: (number: number) => void = () => {};

  async *list(prefix: string) {
    await Promise.resolve();
    for (const key of this.kept.keys()) if (key.startsWith(prefix)) yield { key, modified: new Date() };
  }

  async put(key: string, body: LocalFile | Uint8Array) {
    this.begun += 1;
    this.under += 1;
    this.most = Math.max(this.most, this.under);
    const number = this.begun;
    this.onBegun(number);
    await new Promise((resolve) => setTimeout(resolve, number === this.failAt ? 1 : 20));
    this.under -= 1;
    if (number === this.failAt) throw new Error('The store is full.');
    if (!(body instanceof Uint8Array)) throw new Error('Thumbnails are small, so they come in one piece.');
    this.kept.set(key, new TextDecoder().decode(body));
  }
}

let objects: SlowObjects;
beforeEach(() => {
  objects = new SlowObjects();
});

const keep = (signal = new AbortController().signal) =>
  keepThumbnails({ objects }, `pdf/${'a'.repeat(64)}`, paths, signal);

describe('the pictures of a document', () => {
  test('are stored under their page numbers, at most eight at a time', async () => {
    await keep();
    expect([...objects.kept.values()].toSorted()).toEqual(
      paths.map((_, index) => String(index + 1)).toSorted(),
    );
    expect(objects.most).toBe(8);
  });

  test('that already exist are left alone', async () => {
    const page = (number: number) => `png-144/${'a'.repeat(64)}/${number}.png`;
    objects.kept.set(page(2), 'of an earlier version');
    await keep();
    expect([objects.begun, objects.kept.get(page(1)), objects.kept.get(page(2))]).toEqual([
      29,
      '1',
      'of an earlier version',
    ]);
  });

  test('stop at the first one that can’t be stored, and nothing continues after the failure is reported', async () => {
    objects.failAt = 3;
    await expect(keep()).rejects.toThrow('The store is full.');
    expect([objects.under, objects.begun]).toEqual([0, 8]);
  });

  test('are no longer stored after the job is canceled', async () => {
    const abort = new AbortController();
    objects.onBegun = (number) => number === 8 && abort.abort(new Error('The server stops.'));
    await expect(keep(abort.signal)).rejects.toThrow('The server stops.');
    expect([objects.under, objects.begun]).toEqual([0, 8]);
  });
});
