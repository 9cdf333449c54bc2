/** The result of a call that was never sent. */
export const UNREACHED = {
  outcome: 'unreachable',
  message: 'Counterpart can’t be reached, and nothing was changed. Try again when you’re online.',
} as const;

/** For a file that was requested without getting a response. */
export const NOT_DOWNLOADED = {
  outcome: 'unreachable',
  message: 'This couldn’t be downloaded because Counterpart can’t be reached. Try again when you’re online.',
} as const;

/** The same for calls that would do harm if they were repeated. They say what to check. */
const UNANSWERED_OF: Partial<Record<string, string>> = {
  'packets.bulkSend':
    'We can’t tell whether the packets were sent, because the connection was lost. When you’re back online, check their status before you try again.',
  'signatories.sendReminder':
    'We can’t tell whether the reminder was sent, because the connection was lost. When you’re back online, check the packet’s history before you try again.',
};

/** Returns the result of a call that was sent without getting a response. */
export function unanswered(endpoint: string): { outcome: 'unreachable'; message: string } {
  return { ...UNANSWERED, message: UNANSWERED_OF[endpoint] ?? UNANSWERED.message };
}

/** For a request that was sent without getting a response. The server may have carried it out anyway. */
export const UNANSWERED = {
  outcome: 'unreachable',
  message:
    'We couldn’t confirm this because Counterpart can’t be reached. Once you’re online, check before you try again.',
} as const;
