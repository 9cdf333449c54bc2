/** The longest part of a file name before its extension, characters: file systems allow 255 bytes. */
const FILE_NAME_MAX = 120;
const FILE_NAME_BYTES = 200;

/**
 * Returns the user's name for a document: the name of its item on the checklist. A document in the upload queue has no item
 * and uses its own name. Every screen, download and notification uses this rule, for all versions of an item.
 */
export function documentLabel(document: { name: string }, item: { name: string } | null | undefined): string {
  return item?.name ?? document.name;
}

/**
 * A version's role for its item: `pending` and `converting` ones will become the current one, `earlier` ones won't.
 */
export type VersionStatus = 'current' | 'pending' | 'converting' | 'earlier';

/** The files that an item refers to, each by its document's uuid. */
export interface ItemFiles {
  document: string | null;
  pendingVersionDocument: string | null;
  pendingConversionDocument: string | null;
}

/** Returns the uuids of an item's current file and of the files that will replace it. */
export function filesOf(item: ItemFiles | undefined): string[] {
  if (!item) return [];
  const { document, pendingVersionDocument, pendingConversionDocument } = item;
  return [document, pendingVersionDocument, pendingConversionDocument].filter((uuid) => uuid !== null);
}

export function versionStatus(uuid: string, item: ItemFiles | null | undefined): VersionStatus {
  if (item?.document === uuid) return 'current';
  if (item?.pendingVersionDocument === uuid) return 'pending';
  return item?.pendingConversionDocument === uuid ? 'converting' : 'earlier';
}

/** The position of a version among the files of its item; `number` counts from 1, in upload order. */
export interface VersionPlace {
  number: number;
  of: number;
  /** Whether another version is the item's current file, and this one won't replace it. */
  superseded: boolean;
}

/** The files of an item in upload order: version 1 first. */
export function inVersionOrder<Version extends { uuid: string; createdAt: string }>(
  versions: readonly Version[],
): Version[] {
  return versions.toSorted((one, other) =>
    `${one.createdAt} ${one.uuid}` < `${other.createdAt} ${other.uuid}` ? -1 : 1,
  );
}

/** Returns the position of a document among the `versions` of its item; null if it is not one of them. */
export function placeOfVersion(
  uuid: string,
  item: ItemFiles,
  versions: readonly { uuid: string; createdAt: string }[],
): VersionPlace | null {
  const index = inVersionOrder(versions).findIndex((version) => version.uuid === uuid);
  if (index < 0) return null;
  const superseded = item.document !== null && versionStatus(uuid, item) === 'earlier';
  return { number: index + 1, of: versions.length, superseded };
}

/**
 * The name of a downloaded file: the document's name, with its version if that is superseded. It is safe on Windows, macOS
 * and Linux and has the extension of its contents (without the dot).
 */
export function downloadName(name: string, extension: string, version: VersionPlace | null = null): string {
  const suffix = version?.superseded ? ` (version ${version.number})` : '';
  const base = safeFileName(name.replace(/\.(pdf|docx?)$/i, ''), FILE_NAME_MAX);
  return `${isReserved(base) ? '_' : ''}${base}${suffix}.${extension}`;
}

/** Returns typed text as a part of a file name that every system accepts; "Document" if nothing is left. */
export function safeFileName(text: string, longest: number): string {
  const plain = text
    .toWellFormed()
    // Invisible direction marks turn "fdp.exe" into "exe.pdf".
    .replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '')
    // oxlint-disable-next-line no-control-regex -- file systems refuse control characters
    .replaceAll(/[\u0000-\u001F\u007F-\u009F<>:"/\\|?*]/g, '_');
  const cut = cutToBytes(plain.slice(0, longest).toWellFormed(), FILE_NAME_BYTES);
  const trimmed = cut.replaceAll(/^[. ]+|[. ]+$/g, '');
  return trimmed === '' ? 'Document' : trimmed;
}

/** Windows reserves these names for devices, whatever the extension. */
function isReserved(base: string): boolean {
  return /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i.test(base);
}

/** Returns as much of a text as fits into this many bytes of UTF-8, in whole characters. */
function cutToBytes(text: string, most: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= most) return text;
  let cut = '';
  let bytes = 0;
  for (const character of text) {
    bytes += encoder.encode(character).length;
    if (bytes > most) break;
    cut += character;
  }
  return cut;
}
