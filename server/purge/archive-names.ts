import { safeFileName } from '../../src/contract/rules/documents/document-names.ts';

/** The archive's folder for deleted files that could still have been restored. */
const DELETED_FOLDER = 'Deleted files';

/** Characters; file systems allow 255 bytes. */
const NAME_MAX = 60;

/**
 * Returns the names of the files in an archive, in order. The leading number makes them unique, even on systems that
 * ignore case, and keeps them from being a system's reserved names.
 */
export function archiveNames(
  files: readonly { name: string; extension: string; deleted?: boolean; folder?: string }[],
): string[] {
  const digits = String(files.length).length;
  return files.map(({ name, extension, deleted = false, folder }, index) => {
    const numbered = `${String(index + 1).padStart(digits, '0')} ${safeFileName(name, NAME_MAX)}.${extension}`;
    const inside = deleted ? DELETED_FOLDER : folder;
    return inside === undefined ? numbered : `${inside}/${numbered}`;
  });
}
