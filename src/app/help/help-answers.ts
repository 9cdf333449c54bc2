import type { HelpConfiguration } from '../../contract/rules/account/help-widget.ts';
import { formatKeys } from '../lib/format/keyboard-keys.ts';

export interface HelpAnswer {
  question: string;
  answer: string;
}

const OF_ALL: readonly HelpAnswer[] = [
  {
    question: 'Can I work without a connection?',
    answer:
      'Yes. What you do is kept on this device at once and sent when a connection is back. The word beside the bell says whether all of it has been sent. “Keep on this device…” in a transaction brings its documents along, too.',
  },
  {
    question: 'Somebody changed what I changed. What now?',
    answer:
      'Nothing is overwritten without a word. What could not be taken is listed behind the word beside the bell, with both versions and who made the other: keep yours, edit it, or let it go.',
  },
];

const OF_CLOSINGS: readonly HelpAnswer[] = [
  {
    question: 'How do documents come in?',
    answer:
      'Drop PDF or Word files on a transaction, paste them, or choose “Upload”. They wait in the upload queue at the bottom until you add them to the checklist. You may close the window as soon as the queue says so.',
  },
  {
    question: 'How is a new version filed?',
    answer:
      'Choose “Upload a new version” under “Details and notes” of its row or, in the upload queue, “Add as new version…”. Earlier versions stay under “Details and notes”, where each can be opened and made the current one again.',
  },
  {
    question: 'I deleted something by mistake.',
    answer: `Press ${formatKeys('Ctrl + Z')} to undo it, or restore it from “Activity” within 30 days. Whole transactions, and files that were removed from the upload queue before they were uploaded, cannot be restored.`,
  },
];

/** Short answers to what is asked most. */
export function helpAnswers(configuration: HelpConfiguration): readonly HelpAnswer[] {
  return [...(configuration === 'closing' ? OF_CLOSINGS : []), ...OF_ALL];
}
