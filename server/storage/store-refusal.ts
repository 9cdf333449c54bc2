/** The store's answer to a request that it does not serve. `message` is for the person. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
  readonly status: number;
  /** Seconds after which it is worth asking again. */
  readonly retryAfter: number | null;

  constructor(status: number, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** What more than one way of uploading, or place in it, says. */
export const uploadSentences = {
  forged: 'This upload was not prepared by the app, or was changed on the way. Add the file again.',
  expired: 'The time for this upload has run out. Try again.',
  empty: 'The file is empty.',
  brokenOff: 'The upload broke off. Try again.',
  busy: 'This file is being uploaded by another window. Try again in a moment.',
} as const;

export function tooLarge(maxBytes: number): StoreRefusal {
  const megabytes = Math.floor(maxBytes / (1024 * 1024));
  const limit = megabytes > 0 ? `${megabytes} MB` : `${maxBytes} bytes`;
  return new StoreRefusal(413, `The file is larger than ${limit}, the most that can be uploaded.`);
}

export function unknownUpload(): StoreRefusal {
  return new StoreRefusal(404, 'This upload expired or never started. It starts again from the beginning.');
}
