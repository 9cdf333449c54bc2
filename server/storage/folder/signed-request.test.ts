import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readOrMakeSecrets, RequestSigner, rotateSecret } from './signed-request.ts';

const now = 1_800_000_000_000;
const key = 'incoming/deal/doc';
const signer = new RequestSigner(randomBytes(32));
const policy = { key, maxBytes: 10, expires: now / 1000 + 60 };

describe('the token of an upload in chunks', () => {
  test('states what it allows until it expires', () => {
    const token = signer.uploadToken(policy);
    expect(signer.checkUploadToken(token, now + 60_000)).toEqual(policy);
    expect(signer.checkUploadToken(token, now + 61_000)).toBe('expired');
  });

  test.each(['', '.', 'a.b', 'e30.', '{}'])('is rejected if it is forged: %j', (token) => {
    const other = new RequestSigner(randomBytes(32));
    expect(signer.checkUploadToken(token, now)).toBe('forged');
    expect(signer.checkUploadToken(other.uploadToken(policy), now)).toBe('forged');
  });

  test('is not accepted in place of a form, nor a form in place of a token', () => {
    const fields = signer.uploadFields({ key, maxBytes: 10, expiresIn: 60 }, now);
    const asToken = `${fields['policy']}.${fields['signature']}`;
    expect(signer.checkUploadToken(asToken, now)).toBe('forged');
    const [encoded = '', signature = ''] = signer.uploadToken(policy).split('.');
    const asForm = new Map(Object.entries({ key, policy: encoded, signature }));
    expect(signer.checkUpload(asForm, now)).toBe('forged');
  });
});

test('a link signed before a rotation is valid after the first rotation, but not after the second', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'store.secret');
  const read = () => new RequestSigner(...readOrMakeSecrets(file));
  const token = read().uploadToken(policy);
  rotateSecret(file);
  expect(read().uploadToken(policy)).not.toBe(token);
  expect(read().checkUploadToken(token, now)).toEqual(policy);
  rotateSecret(file);
  expect(read().checkUploadToken(token, now)).toBe('forged');
});

test('a download link lives for at least half the requested time, and never longer', () => {
  const request = { fileName: 'NDA.pdf', contentType: 'application/pdf', expiresIn: 300 };
  for (const second of [0, 1, 149, 150, 151, 299]) {
    const at = now + second * 1000;
    const [path = '', query] = signer.downloadPath('files/a', request, at).slice(1).split('?');
    const check = (later: number) =>
      signer.checkDownload(path, new URLSearchParams(query), at + later * 1000);
    expect(check(150)).toMatchObject({ key: 'files/a' });
    expect(check(301)).toBe('expired');
  }
});
