/** The files that signatories may send back through their link (docs/product/returned-pages.md, "From the signing room"). */

const MEGABYTE = 1024 * 1024;

/** The largest file, in bytes. */
export const RETURNED_FILE_MAX = 50 * MEGABYTE;

/** The maximum number of files per packet. */
export const RETURNED_FILES_MAX = 100;

const READABLE = /\.(pdf|jpe?g|png)$/i;
const READABLE_TYPES: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/png']);
const HEIC = /\.hei[cf]$/i;

/** Returns why a file can't be sent back, in a sentence; null if it can. The server reads the file itself. */
export function returnedFileProblem({
  name,
  type,
  size,
}: {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}): string | null {
  if (size === 0) return 'This file is empty. Take the photo or scan the page again.';
  if (size > RETURNED_FILE_MAX)
    return `This file is larger than ${RETURNED_FILE_MAX / MEGABYTE} MB. Scan the pages at a lower resolution, or split the file into parts.`;
  if (HEIC.test(name) || /^image\/hei[cf]$/.test(type))
    return 'We can’t read HEIC pictures. Save this one as a JPEG or PDF, or take the photo from this page.';
  if (!READABLE.test(name) && !READABLE_TYPES.has(type))
    return 'This file isn’t a PDF, JPEG, or PNG, so we can’t read it.';
  return null;
}
