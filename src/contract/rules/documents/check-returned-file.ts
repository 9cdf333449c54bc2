import { FILE_SIZE_MAX, FILE_SIZE_MIN, TOO_SMALL_MESSAGE, type FileCheck } from './check-file.ts';
import { cutName } from './upload-checks.ts';

// What is accepted as a file of signed pages (docs/product/returned-pages.md, "What is accepted").

/** For the file picker. */
export const RETURNED_TYPES = '.pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png';

const NOT_PAGES = 'Signed pages must be a PDF, JPEG, or PNG file.';
const HEIC = 'We can’t read HEIC pictures. Save the picture as a JPEG or PDF and add that.';
const TOO_LARGE = 'This file is larger than 500 MB. Split it into parts and add each part.';

function refused(message: string): FileCheck {
  return { ok: false, status: 'FAILED_DROP', message };
}

/** Checks a file of signed pages by its name and size. Its first bytes decide its type. */
export function checkReturnedFile({ name, size }: { name: string; size: number }): FileCheck {
  if (/\.(heic|heif|avif)$/i.test(name)) return refused(HEIC);
  if (size < FILE_SIZE_MIN) return { ok: false, status: 'FAILED_FILE_TOO_SMALL', message: TOO_SMALL_MESSAGE };
  return size > FILE_SIZE_MAX ? refused(TOO_LARGE) : { ok: true, type: 'pdf' };
}

/** Checks the first bytes, because scanners and phones choose arbitrary file names. */
export function checkReturnedHead(head: Uint8Array): FileCheck {
  const text = String.fromCharCode(...head);
  if (text.includes('%PDF-') || text.startsWith('\u00FF\u00D8\u00FF') || text.startsWith('\u0089PNG'))
    return { ok: true, type: 'pdf' };
  return refused(/^.{4}ftyp(hei|hev|mif|msf|avi)/s.test(text) ? HEIC : NOT_PAGES);
}

/** The name of a returned file: the file's without its extension. */
export function returnedFileName(fileName: string): string {
  const name = fileName.replace(/\.(pdf|jpe?g|png)$/i, '').trim();
  return cutName(name || fileName.trim());
}
