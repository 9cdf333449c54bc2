import { createHash } from 'node:crypto';

/** Returns a tag that another text does not have. */
export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}

/** `If-None-Match` compares weakly: a proxy that compresses marks our tag `W/`. */
export function namesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}
