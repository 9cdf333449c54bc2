/**
 * The longest document name, characters (docs/product/upload-queue.md, "What is accepted"): code points, as the
 * contract counts them.
 */
export const DOCUMENT_NAME_MAX = 350;

/** How a document is to be signed (docs/product/documents.md, "Signing type"); the first is the default. */
export const SIGNING_TYPES = ['to_be_signed', 'non_executable', 'fully_executed'] as const;
export type SigningType = (typeof SIGNING_TYPES)[number];

/** Cuts a name to the length that a document's name can have. */
export function cutName(name: string): string {
  // A string has at most as many code points as units. Most names are short and need not be split.
  return name.length > DOCUMENT_NAME_MAX ? Array.from(name).slice(0, DOCUMENT_NAME_MAX).join('') : name;
}
