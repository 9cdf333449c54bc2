import { cutName } from './upload-checks.ts';

/** The minimum size of a file, bytes (docs/product/upload-queue.md, "What is accepted"). */
export const FILE_SIZE_MIN = 100;

/** The maximum size of a file, bytes: 500 MB. */
export const FILE_SIZE_MAX = 500 * 1024 * 1024;

/** Accepted types (docs/product/upload-queue.md, "What is accepted"): extension and media type. */
export const ACCEPTED_TYPES = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;
export type AcceptedType = keyof typeof ACCEPTED_TYPES;
const TYPES = ['pdf', 'doc', 'docx'] as const satisfies readonly AcceptedType[];

export const WRONG_TYPE_MESSAGE = 'File type must be .pdf, .doc, or .docx';
export const TOO_SMALL_MESSAGE = 'File is smaller than the minimum size of 0.1kb';
const TOO_LARGE_MESSAGE = 'File is larger than the maximum size of 500MB';

export type FileCheck =
  | { ok: true; type: AcceptedType }
  | { ok: false; status: 'FAILED_DROP' | 'FAILED_FILE_TOO_SMALL'; message: string };

/**
 * Checks whether a dropped file can enter the queue, by its name, media type and size in bytes
 * (docs/product/upload-queue.md, "What is accepted").
 */
export function checkFile(file: { name: string; type: string; size: number }): FileCheck {
  const type = acceptedType(file.name, file.type);
  if (!type) return { ok: false, status: 'FAILED_DROP', message: WRONG_TYPE_MESSAGE };
  if (file.size < FILE_SIZE_MIN)
    return { ok: false, status: 'FAILED_FILE_TOO_SMALL', message: TOO_SMALL_MESSAGE };
  if (file.size > FILE_SIZE_MAX) return { ok: false, status: 'FAILED_DROP', message: TOO_LARGE_MESSAGE };
  return { ok: true, type };
}

/**
 * The extension decides, because many systems report an empty or vague media type for Word files. A media type of another
 * kind (a picture named .pdf) is refused. Without an extension, an accepted media type decides.
 */
function acceptedType(name: string, mediaType: string): AcceptedType | null {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase();
  const type = TYPES.find((each) =>
    extension === undefined ? ACCEPTED_TYPES[each] === mediaType : each === extension,
  );
  return type === undefined || /^(audio|font|image|text|video)\//.test(mediaType) ? null : type;
}

/** The name of a document: the file's without its extension (docs/product/upload-queue.md, "What is accepted"), cut to the limit. */
export function documentName(fileName: string): string {
  const name = fileName.replace(/\.(pdf|docx?)$/i, '').trim();
  return cutName(name || fileName.trim());
}
