import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { PresignDownload, PresignUpload } from './object-store.ts';

/** What an upload is allowed to do. Signed as a whole, so that no field can be changed. */
const uploadPolicySchema = z.object({
  key: z.string(),
  /** Epoch seconds. */
  expires: z.number().int(),
  maxBytes: z.number().int(),
});
export type UploadPolicy = z.infer<typeof uploadPolicySchema>;

export type SignedDownload = { key: string; fileName: string; contentType: string; expires: number };

/** Why a signed form or link is refused; each has its sentence in the server. */
export type SignatureRefusal = 'forged' | 'expired';

/** What is signed for one purpose is worth nothing for another. */
type Purpose = 'upload' | 'resumable' | 'download';

/** Signs and checks forms, tokens and links of the store's origin. All processes that serve it share the secret. */
export class RequestSigner {
  readonly #secret: Buffer;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  uploadFields(request: PresignUpload, now: number): Record<string, string> {
    const policy: UploadPolicy = {
      key: request.key,
      expires: seconds(now) + request.expiresIn,
      maxBytes: request.maxBytes,
    };
    const encoded = Buffer.from(JSON.stringify(policy)).toString('base64url');
    return {
      key: request.key,
      policy: encoded,
      signature: this.#sign('upload', encoded),
    };
  }

  checkUpload(fields: ReadonlyMap<string, string>, now: number): UploadPolicy | SignatureRefusal {
    const encoded = fields.get('policy') ?? '';
    if (!this.#matches('upload', encoded, fields.get('signature') ?? '')) return 'forged';
    const policy = uploadPolicySchema.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString()));
    if (policy.key !== fields.get('key')) return 'forged';
    return policy.expires < seconds(now) ? 'expired' : policy;
  }

  /** What an upload in chunks bears with each of its requests; another one for the same key goes on with the same upload. */
  uploadToken(policy: UploadPolicy): string {
    const encoded = Buffer.from(JSON.stringify(policy)).toString('base64url');
    return `${encoded}.${this.#sign('resumable', encoded)}`;
  }

  checkUploadToken(token: string, now: number): UploadPolicy | SignatureRefusal {
    const [encoded = '', signature = ''] = token.split('.');
    if (!this.#matches('resumable', encoded, signature)) return 'forged';
    const policy = uploadPolicySchema.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString()));
    return policy.expires < seconds(now) ? 'expired' : policy;
  }

  /** Path and query of a download. Its expiry is rounded up, so that links asked for within a window are equal. */
  downloadPath(key: string, request: PresignDownload, now: number): string {
    const window = Math.max(1, request.expiresIn);
    const expires = (Math.floor(seconds(now) / window) + 2) * window;
    const download: SignedDownload = {
      key,
      fileName: request.fileName,
      contentType: request.contentType,
      expires,
    };
    const query = new URLSearchParams({
      name: download.fileName,
      type: download.contentType,
      expires: String(expires),
      signature: this.#sign('download', canonical(download)),
    });
    return `/${key}?${query.toString()}`;
  }

  checkDownload(key: string, query: URLSearchParams, now: number): SignedDownload | SignatureRefusal {
    const download: SignedDownload = {
      key,
      fileName: query.get('name') ?? '',
      contentType: query.get('type') ?? '',
      expires: Number(query.get('expires') ?? 0),
    };
    if (!this.#matches('download', canonical(download), query.get('signature') ?? '')) return 'forged';
    return download.expires < seconds(now) ? 'expired' : download;
  }

  #sign(purpose: Purpose, text: string): string {
    return createHmac('sha256', this.#secret).update(`${purpose}\n${text}`).digest('base64url');
  }

  #matches(purpose: Purpose, text: string, signature: string): boolean {
    const expected = Buffer.from(this.#sign(purpose, text));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}

/**
 * Reads the secret, or makes it: of processes that start together one creates the file and all read it. The file comes
 * by its name when it is whole, so that none reads half of it.
 */
export function readOrMakeSecret(file: string): Buffer {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) makeSecret(file);
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
  if (secret.length < 32) {
    throw new Error(`The file store's secret in ${file} is damaged. Delete the file and start again.`);
  }
  return secret;
}

function makeSecret(file: string): void {
  const whole = `${file}.new-${process.pid}`;
  writeFileSync(whole, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(whole, file);
  } catch {
    // Another process was first, or this file system has no links.
    if (!existsSync(file)) copyFileSync(whole, file, constants.COPYFILE_EXCL);
  } finally {
    rmSync(whole, { force: true });
  }
}

function canonical(download: SignedDownload): string {
  return JSON.stringify([download.key, download.fileName, download.contentType, download.expires]);
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
