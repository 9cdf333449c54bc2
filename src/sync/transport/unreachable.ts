/** What became of a call that never left. */
export const UNREACHED = {
  outcome: 'unreachable',
  message: 'Counterpart cannot be reached. Nothing was changed: try again once you are online.',
} as const;

/** Of one that left and had no answer: the server may have done it all the same. */
export const UNANSWERED = {
  outcome: 'unreachable',
  message:
    'Counterpart cannot be reached. Whether it was done is not known: once you are online, look before you try again.',
} as const;
