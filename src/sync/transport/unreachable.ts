/** The result of a call that was never sent. */
export const UNREACHED = {
  outcome: 'unreachable',
  message: 'Counterpart can’t be reached, and nothing was changed. Try again when you’re online.',
} as const;

/** For a file that was requested without a response. */
export const NOT_DOWNLOADED = {
  outcome: 'unreachable',
  message: 'This couldn’t be downloaded because Counterpart can’t be reached. Try again when you’re online.',
} as const;

/** For a request that was sent without a response: the server may have done it anyway. */
export const UNANSWERED = {
  outcome: 'unreachable',
  message:
    'We couldn’t confirm this because Counterpart can’t be reached. Once you’re online, check before you try again.',
} as const;
