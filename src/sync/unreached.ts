/** What became of a call that found no server. */
export const UNREACHED = {
  outcome: 'unreachable',
  message: 'Counterpart cannot be reached. Nothing was changed; please try again once you are online.',
} as const;
