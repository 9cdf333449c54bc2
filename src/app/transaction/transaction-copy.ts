// The UI copy of a transaction's dialogs: details, numbering, participants, deleting and leaving.

export const TRANSACTION = {
  detailsTitle: 'Transaction details',
  newTitle: 'New transaction',
  delete: 'Delete transaction…',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  create: 'Create transaction',
  name: 'Name',
  nameMissing: 'Enter a name for the transaction.',
  nameExample: 'Acquisition of Alpine Instruments AG',
  client: 'Client',
  clientNumber: 'Client number',
  matterNumber: 'Matter number',
  closingDate: 'Closing date',
  description: 'Description',
  areDeeds: 'All documents in this transaction are deeds',
  deedsHint:
    'Every document marked “To be signed” must then be signed before a witness. Signatories read and sign the whole document, not just its signature page.',
  service: 'E-signing service',
  serviceHint: 'Packets that are out for signature stay with the service they were sent with.',
  numbering: 'Numbering',
  numberingHint:
    'All participants see these numbers. If you change them, the checklist is renumbered for everyone.',
  createdBy: 'Created by',
  /** Names of the user's actions, for undo and the palette. */
  changeDetails: (name: string) => `Change the details of “${name}”`,
};

export const NUMBERING = {
  styles: {
    uppercase_roman: 'I, II, III',
    lowercase_roman: 'i, ii, iii',
    uppercase_alphabetic: 'A, B, C',
    lowercase_alphabetic: 'a, b, c',
    numeric: '1, 2, 3',
  },
  levels: {
    primaryHeader: 'Top-level headers',
    secondHeader: 'Second-level headers',
    thirdHeader: 'Third-level headers',
  },
  documents: 'Documents',
  tabs: 'Tab 1, Tab 2, Tab 3',
  attachments: 'Attachments',
  attachmentMarkers: {
    none: 'No number',
    alphabetic: 'Tab 1-A, Tab 1-B',
    numeric: 'Tab 1-1, Tab 1-2',
  },
  index: 'Closing binder index',
  indexStyles: { table_of_contents: 'Table of contents', checklist: 'Checklist' },
  resetTabs: 'Restart tab numbers under each top-level header',
  preview: 'Preview',
  tab: (ordinal: number) => `Tab ${ordinal}`,
  sample: {
    authority: 'Corporate authority',
    company: 'Alder Holdings, L.P.',
    consents: 'Consents',
    consent: 'Written Consent of the General Partner',
    exhibit: 'Exhibit',
    certificate: 'Incumbency Certificate',
    financing: 'Financing',
    letter: 'Fee Letter',
  },
};

export const PEOPLE = {
  title: (transaction: string) => `Participants in “${transaction}”`,
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  find: 'Find a person',
  list: 'People',
  noMatch: (search: string) => `No one here matches “${search}”.`,
  atLeastOne: 'A transaction needs at least one participant.',
  othersAdd: 'Only people in the organization that owns this transaction can add others. Ask one of them.',
  membersMissing:
    'The people in your organization haven’t loaded on this device yet. Connect once, then you can add them.',
  canView: 'Can view',
  you: 'you',
  creator: 'creator',
  former: 'former participant',
  howToLeave: 'To leave, choose “Leave…” from the transaction’s menu in the list of transactions.',
  onlyOwnersRemove: 'Only the creator of the transaction or an administrator can remove others.',
};

export const DELETION = {
  title: (name: string) => `Delete “${name}”?`,
  text: 'This deletes the transaction, its checklist, and its documents for every participant, and you can’t undo it. To hide the transaction only for yourself, archive it from its menu in the list of transactions.',
  confirm: 'Delete transaction',
};

export const LEAVING = {
  title: (name: string) => `Leave “${name}”?`,
  text: 'You lose access until someone adds you again. Nothing changes for the other participants.',
  administratorText:
    'You’re no longer a participant until someone adds you again. As an administrator, you still see the transaction, or only its outline if strict data access is on.',
  confirm: 'Leave transaction',
};
