/** The store's response to a request that it does not serve. `message` is for the user. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
  readonly status: number;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | null;

  constructor(status: number, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Refusals that are used by several kinds of upload, or in several places of one. */
export const uploadSentences = {
  forged: 'The app didn’t prepare this upload, or it was altered on the way. Add the file again.',
  expired: 'This upload timed out. Try again.',
  empty: 'The file is empty.',
  brokenOff: 'The upload was interrupted. Try again.',
  busy: 'This file is being uploaded in another window. Try again in a moment.',
} as const;

export function tooLarge(maxBytes: number): StoreRefusal {
  const megabytes = Math.floor(maxBytes / (1024 * 1024));
  const limit = megabytes > 0 ? `${megabytes} MB` : `${maxBytes} bytes`;
  return new StoreRefusal(413, `The file is larger than ${limit}, the maximum size.`);
}

export function unknownUpload(): StoreRefusal {
  return new StoreRefusal(
    404,
    'This upload expired or never started. It will start again from the beginning.',
  );
}
