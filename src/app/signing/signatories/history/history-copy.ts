// The UI copy of a signatory's history and of reminders.
import { counted } from '../../../lib/format/numbers.ts';

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

export const REMINDERS = {
  title: 'Reminders',
  waiting: (count: number) => `${counted(count, 'signature is', 'signatures are')} outstanding.`,
  last: (when: string, who: string) => `Last reminded ${when} by ${who}`,
  never: 'Not reminded yet',
  offline: 'You’re offline. You can send reminders when you’re back online.',
  noEmail: 'Add an email address to send a reminder.',
  send: 'Send reminder',
  sent: (name: string) => `Reminded ${name} by email.`,
  againTitle: (name: string) => `Remind ${name} again?`,
  again: (name: string, when: string) =>
    `${name} was last reminded ${when}. Signatories usually get at most one reminder a day.`,
  sendAgain: 'Send again',
};

export const HISTORY = {
  title: 'History',
  show: 'Show history',
  loading: 'Loading…',
  offline: 'You’re offline. The history is kept on the server, so it appears when you’re back online.',
  tryAgain: 'Try again',
  none: 'Nothing has been recorded for this signatory.',
  server: 'Counterpart',
};

const SUBJECTS: Record<string, string> = {
  signatory: 'this signatory',
  representative: 'a capacity',
  custom_value: 'the value of a field',
  signing_group_member: 'a group membership',
  assignment: 'a document to sign',
};

/** Returns what someone did, in words that follow their name. `isOwn`: whether the act changed the signatory itself. */
export function actInWords(
  {
    command,
    subject,
    op,
    fields,
  }: { command: string; subject: string; op: string; fields: readonly string[] },
  labelOf: (field: string) => string | undefined,
): string {
  if (subject === 'reminder') return 'sent a reminder';
  const thing = SUBJECTS[subject] ?? 'something';
  if (op === 'delete') return `removed ${thing}`;
  if (command === 'transactions.restore') return `restored ${thing}`;
  if (fields.length === 0) return `added ${thing}`;
  const labels = [...new Set(fields.flatMap((field) => labelOf(field)?.toLowerCase() ?? []))];
  if (labels.length === 0) return fields.includes('order') ? `moved ${thing}` : `changed ${thing}`;
  return `changed the ${LIST.format(labels)} of ${thing}`;
}
