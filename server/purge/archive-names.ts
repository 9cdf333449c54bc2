import { safeFileName } from '../../src/contract/rules/documents/document-names.ts';

/** Where in an archive the files lie that were deleted, and could still have been restored. */
const DELETED_FOLDER = 'Deleted files';

/** Characters; file systems take 255 bytes. */
const NAME_MAX = 60;

/**
 * Names of the files in an archive, in their order: with a number in front, by which no two are the same, also where a system makes no
 * difference between capitals and others, and by which none is a word that a system keeps for itself.
 */
export function archiveNames(
  files: readonly { name: string; extension: string; deleted?: boolean }[],
): string[] {
  const digits = String(files.length).length;
  return files.map(({ name, extension, deleted = false }, index) => {
    const numbered = `${String(index + 1).padStart(digits, '0')} ${safeFileName(name, NAME_MAX)}.${extension}`;
    return deleted ? `${DELETED_FOLDER}/${numbered}` : numbered;
  });
}
