/** Longest document name, characters (upload spec 5). */
export const DOCUMENT_NAME_MAX = 350;

/** How a document is to be signed (upload spec 3); the first is the default. */
export const SIGNING_TYPES = ['to_be_signed', 'non_executable', 'fully_executed'] as const;
export type SigningType = (typeof SIGNING_TYPES)[number];
