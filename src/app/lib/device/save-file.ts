/** How long the blob URL stays valid, ms: the browser reads a large file for a while after the click. */
const URL_LIFETIME_MS = 10 * 60_000;

/** Saves bytes as a download of the browser. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}
