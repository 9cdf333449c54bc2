import type { ResumableUpload } from '../../src/contract/entities/documents/document.ts';
import { assertObjectKey } from './object-store.ts';
import type { PresignUpload } from './object-store.ts';
import type { RequestSigner } from './folder/signed-request.ts';

/** The prefix of chunked uploads, each at the key of its object. */
export const PATH = '/resumable';

/** Offers chunked uploads at the store's origin. */
export class ResumableUploads {
  readonly signer: RequestSigner;
  readonly publicUrl: string;

  constructor(signer: RequestSigner, publicUrl: string) {
    this.signer = signer;
    this.publicUrl = publicUrl;
  }

  /** Returns the same address for a key each time, with a new token, so that an upload can continue with the next one. */
  presign({
    key,
    maxBytes,
    expiresIn,
  }: Pick<PresignUpload, 'key' | 'maxBytes' | 'expiresIn'>): ResumableUpload {
    assertObjectKey(key);
    const expires = Math.floor(Date.now() / 1000) + expiresIn;
    const url = urlOfUpload(this.publicUrl, key);
    return {
      url,
      create_url: url,
      token: this.signer.uploadToken({ key, expires, maxBytes }),
      expires,
    };
  }
}

export function urlOfUpload(publicUrl: string, key: string): string {
  return `${publicUrl}${PATH}/${key}`;
}

/** Returns the key in a path below `PATH`. No character of a key needs URL encoding. */
export function keyInPath(pathname: string): string {
  return pathname.slice(PATH.length + 1);
}
