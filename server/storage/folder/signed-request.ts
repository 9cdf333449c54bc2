import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { downloadWindow, type PresignDownload, type PresignUpload } from '../object-store.ts';

/** The permissions of an upload. They are signed as a whole, so that no field can be changed. */
const uploadPolicySchema = z.object({
  key: z.string(),
  /** Epoch seconds. */
  expires: z.number().int(),
  maxBytes: z.number().int(),
});
export type UploadPolicy = z.infer<typeof uploadPolicySchema>;

export type SignedDownload = { key: string; fileName: string; contentType: string; expires: number };

/** Why a signed form or link is refused. The server has a sentence for each reason. */
export type SignatureRefusal = 'forged' | 'expired';

/** A signature for one purpose is invalid for any other. */
type Purpose = 'upload' | 'resumable' | 'download';

/**
 * Signs and checks forms, tokens and links of the store's origin. All processes that serve it share the secrets. The
 * first secret signs; older ones remain valid until they are rotated out.
 */
export class RequestSigner {
  readonly #secrets: readonly [Buffer, ...Buffer[]];

  constructor(...secrets: [Buffer, ...Buffer[]]) {
    this.#secrets = secrets;
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

  /** The token for each request of a chunked upload. Another token for the same key continues the same upload. */
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

  /**
   * Returns the path and query of a download. Its validity counts from the start of a window, so that links requested within
   * the same window are equal.
   */
  downloadPath(key: string, request: PresignDownload, now: number): string {
    const window = downloadWindow(request);
    const expires = Math.floor(seconds(now) / window) * window + request.expiresIn;
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

  #sign(purpose: Purpose, text: string, secret: Buffer = this.#secrets[0]): string {
    return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
  }

  #matches(purpose: Purpose, text: string, signature: string): boolean {
    const given = Buffer.from(signature);
    return this.#secrets.some((secret) => {
      const expected = Buffer.from(this.#sign(purpose, text, secret));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  }
}

/**
 * Reads the secrets, one per line, with the signing one first; creates one if there is no file. If several processes start at
 * the same time, one creates the file and all read it. The file gets its name once it is complete, so that no process reads
 * an incomplete one.
 */
export function readOrMakeSecrets(file: string): [Buffer, ...Buffer[]] {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) makeSecret(file);
  const [first, ...older] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => Buffer.from(line, 'base64url'));
  if (first === undefined || [first, ...older].some((secret) => secret.length < 32)) {
    throw new Error(`The file store's secret in ${file} is damaged. Delete the file and start again.`);
  }
  return [first, ...older];
}

/** Puts a new secret first in the file and keeps only the previous one. */
export function rotateSecret(file: string): void {
  const [current] = readOrMakeSecrets(file);
  const whole = `${file}.new-${process.pid}`;
  writeFileSync(whole, `${newSecret()}\n${current.toString('base64url')}\n`, { mode: 0o600, flush: true });
  renameSync(whole, file);
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function makeSecret(file: string): void {
  const whole = `${file}.new-${process.pid}`;
  writeFileSync(whole, `${newSecret()}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(whole, file);
  } catch {
    // Another process was faster, or this file system has no links.
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
