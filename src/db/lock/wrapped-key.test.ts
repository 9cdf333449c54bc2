import { expect, it } from 'vitest';
import { sealBlob, SealedBlob } from './seal.ts';
import { makeKey, rewrapKey, unwrapKey, WrongPassphraseError } from './wrapped-key.ts';

const PASSPHRASE = 'correct horse battery';

async function opensWith(key: CryptoKey, sealed: Blob): Promise<string> {
  return Buffer.from(await new SealedBlob(key, 'upload/deed', sealed).arrayBuffer()).toString();
}

it('[LOCK2] the passphrase unlocks the key, and neither is stored in the clear', async () => {
  const { key, wrapped } = await makeKey(PASSPHRASE, 'anna');
  const sealed = await sealBlob(key, 'upload/deed', new Blob(['deed']));
  expect(await opensWith(await unwrapKey(wrapped, PASSPHRASE, 'anna'), sealed)).toBe('deed');
  expect(wrapped.rounds).toBeGreaterThanOrEqual(600_000);
  expect(Object.keys(wrapped).toSorted()).toEqual(['bytes', 'iv', 'rounds', 'salt']);
  expect([wrapped.salt.length, wrapped.iv.length, wrapped.bytes.length]).toEqual([16, 12, 32 + 16]);
});

it('[LOCK2] nobody can export the key', async () => {
  const { key, wrapped } = await makeKey(PASSPHRASE, 'anna');
  const again = await unwrapKey(wrapped, PASSPHRASE, 'anna');
  expect([key.extractable, again.extractable]).toEqual([false, false]);
  await expect(crypto.subtle.exportKey('raw', again)).rejects.toThrow('extractable');
});

it('[LOCK2] another passphrase or another person cannot unlock the key', async () => {
  const { wrapped } = await makeKey(PASSPHRASE, 'anna');
  await expect(unwrapKey(wrapped, `${PASSPHRASE} `, 'anna')).rejects.toThrow(WrongPassphraseError);
  await expect(unwrapKey(wrapped, PASSPHRASE, 'bert')).rejects.toThrow(WrongPassphraseError);
});

it('[LOCK2] characters that look the same count as the same', async () => {
  const { wrapped } = await makeKey('Gesch\u00E4ft am Morgen', 'anna');
  await expect(unwrapKey(wrapped, 'Gescha\u0308ft am Morgen', 'anna')).resolves.toBeDefined();
});

it('[LOCK2] a new passphrase unlocks the same key, and the old one no longer does', async () => {
  const { key, wrapped } = await makeKey(PASSPHRASE, 'anna');
  const sealed = await sealBlob(key, 'upload/deed', new Blob(['deed']));
  const rewrapped = await rewrapKey(wrapped, { from: PASSPHRASE, to: 'another horse' }, 'anna');
  expect(await opensWith(await unwrapKey(rewrapped, 'another horse', 'anna'), sealed)).toBe('deed');
  await expect(unwrapKey(rewrapped, PASSPHRASE, 'anna')).rejects.toThrow(WrongPassphraseError);
  await expect(rewrapKey(wrapped, { from: 'wrong', to: 'x' }, 'anna')).rejects.toThrow(WrongPassphraseError);
});
