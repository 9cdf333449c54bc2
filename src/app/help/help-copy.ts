// The UI copy of help.
import type { HelpConfiguration } from '../../contract/rules/account/help-widget.ts';
import { formatKeys } from '../lib/format/keyboard-keys.ts';

export const HELP = {
  title: 'Help',
  organizationLink: 'Your organization’s help, in a new tab',
  close: 'Close help',
  shortcuts: 'Keyboard shortcuts',
  tour: 'Take the tour',
  questions: 'Common questions',
  contact: 'Contact',
  write: 'Write to',
  writeAdministrator: 'Write to your administrator.',
  diagnosticsBefore: 'Include what',
  diagnostics: 'Diagnostics',
  diagnosticsAfter:
    'says about this device. It contains names and your unsent work, but no document contents.',
};

export interface HelpAnswer {
  question: string;
  answer: string;
}

const FOR_EVERYONE: readonly HelpAnswer[] = [
  {
    question: 'Can I work without a connection?',
    answer:
      'Yes. Everything you do is saved on this device at once and sent when you’re back online. The sync status beside the bell shows whether everything was sent. Choose “Keep on this device…” in a transaction to keep its documents, too.',
  },
  {
    question: 'Someone else changed the same thing. What now?',
    answer:
      'Nothing is overwritten silently. Open the sync status beside the bell to see any change that couldn’t be saved, with both versions and the other person’s name. You can keep yours, edit it, or discard it.',
  },
];

const FOR_CLOSINGS: readonly HelpAnswer[] = [
  {
    question: 'How do I add documents?',
    answer:
      'Drop PDF or Word files on a transaction, paste them, or choose “Upload from computer”. They wait in the upload queue at the bottom until you add them to the checklist. The queue says when it’s safe to close the window.',
  },
  {
    question: 'How do I add a new version?',
    answer:
      'Open “Details and notes” of a document and choose “Upload new version”. In the upload queue, choose “Add as new version…”. Earlier versions stay under “Details and notes”, where you can open any of them or make it current again.',
  },
  {
    question: 'I deleted something by mistake. How do I get it back?',
    answer: `Press ${formatKeys('Ctrl + Z')} to undo it, or restore it from “Activity” within 30 days. Transactions, and files that you removed from the upload queue before they were uploaded, can’t be restored.`,
  },
];

/** Returns the common questions for the pages of a configuration. */
export function helpAnswers(configuration: HelpConfiguration): readonly HelpAnswer[] {
  return [...(configuration === 'closing' ? FOR_CLOSINGS : []), ...FOR_EVERYONE];
}
