import { createHash } from 'node:crypto';

/** Returns a tag that is unique to the text. */
export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}

/** `If-None-Match` compares weakly: a compressing proxy marks our tag with `W/`. */
export function namesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}
