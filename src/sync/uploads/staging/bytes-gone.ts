/** The message about a file whose bytes the browser has evicted (SPEC: UP11). */
export const BYTES_GONE = {
  evicted: true,
  errorMessage: 'The browser no longer has this file. Add it again.',
} as const;
