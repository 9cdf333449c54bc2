import type { ConversionErrorCode } from '../conversion-error.ts';

// Shared by the server and its reader processes. It has no imports at run time, so that a reader starts quickly.

/** The name of the uploaded file in the reader's folder. */
export const SOURCE = 'source';

/** The name of one of several files, counted from 0. */
export function sourceName(at: number): string {
  return at === 0 ? SOURCE : `${SOURCE}-${at}`;
}

/** The kind of the message that tells a reader that its file is in its folder. `request` says what to do with it. */
export const BEGIN = 'begin';

export type ReaderReport =
  | { kind: 'begun' }
  | { kind: 'done'; result: unknown }
  | { kind: 'failed'; code: ConversionErrorCode; detail: string };
