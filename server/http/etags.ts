/** `If-None-Match` compares weakly: a proxy that compresses marks our tag `W/`. */
export function namesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}
