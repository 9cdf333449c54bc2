/** How long a saved file's address stays: the browser reads a large one for a while after the click. */
const ADDRESS_STAYS_MS = 10 * 60_000;

/** Gives bytes to the person as a file of the browser's downloads. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), ADDRESS_STAYS_MS);
}
