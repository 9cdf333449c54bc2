import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { sha256 } from './sha256.ts';

it.each([0, 1, 1_000_000, 33 * 1024 * 1024])('[UP2] returns the hash of %i bytes', async (size) => {
  const bytes = new Uint8Array(size).map((_, index) => index % 251);
  expect(await sha256(new Blob([bytes]))).toBe(createHash('sha256').update(bytes).digest('hex'));
});

it('[UP2] returns the same hash if the browser has no digest of its own', async () => {
  const bytes = new Blob(['%PDF-1.7']);
  const own = await sha256(bytes);
  vi.stubGlobal('crypto', {});
  expect(await sha256(bytes)).toBe(own);
  vi.unstubAllGlobals();
});
