/** Where in an archive the files lie that were deleted, and could still have been restored. */
const DELETED_FOLDER = 'Deleted files';

/** Characters; file systems take 255 bytes. */
const NAME_MAX = 60;

/** A name that every system can unpack, of what a person called the file; `extension` without the dot. */
function safeName(name: string, extension: string): string {
  const safe = name
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- file systems take none of these
    .replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_')
    .slice(0, NAME_MAX)
    .toWellFormed()
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return `${safe === '' ? 'Document' : safe}.${extension}`;
}

/**
 * Names of the files in an archive, in their order: with a number in front, by which no two are the same, also where a system makes no
 * difference between capitals and others, and by which none is a word that a system keeps for itself.
 */
export function archiveNames(
  files: readonly { name: string; extension: string; deleted?: boolean }[],
): string[] {
  const digits = String(files.length).length;
  return files.map(({ name, extension, deleted = false }, index) => {
    const numbered = `${String(index + 1).padStart(digits, '0')} ${safeName(name, extension)}`;
    return deleted ? `${DELETED_FOLDER}/${numbered}` : numbered;
  });
}
