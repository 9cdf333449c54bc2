// The UI copy of the organization page, for admins.
import { PRODUCT_NAME } from '../../../product.ts';
import { counted } from '../../../lib/format/numbers.ts';

export const PAGE = { title: 'Organization' };

export const ORGANIZATION = {
  title: 'Organization',
  hint: 'Shown to its members and to everyone they invite.',
  name: 'Name',
  website: 'Website',
  url: 'https://',
  helpEmail: 'Email address of your help desk',
  helpUrl: 'Web page of your help desk (replaces the built-in help)',
};

export const MEMBERS = {
  title: 'Members',
  hint: 'Administrators manage this page and see all of the organization’s transactions.',
  strictHint:
    'Administrators manage this page. Because strict data access is on, they see only the outline of transactions they don’t take part in.',
  list: 'Members of the organization',
  you: 'You',
  disabled: 'Disabled',
  roleOf: (name: string) => `Role of ${name}`,
  roles: [
    ['member', 'Member'],
    ['admin', 'Administrator'],
  ],
  enable: 'Enable',
  enableMember: (name: string) => `Enable ${name}`,
  disable: 'Disable…',
  disableMember: (name: string) => `Disable ${name}…`,
  remove: 'Remove…',
  removeMember: (name: string) => `Remove ${name}…`,
} as const;

/** The questions before a member loses access. */
export const END_ACCESS = {
  disable: {
    title: (name: string) => `Disable ${name}’s account?`,
    confirm: 'Disable account',
    consequence:
      'They are signed out everywhere, can’t sign in again, and leave all of the organization’s transactions. Their devices keep only unsent work. You can enable the account later, but you’ll need to add them to transactions again.',
  },
  remove: {
    title: (name: string) => `Remove ${name} from the organization?`,
    confirm: 'Remove member',
    consequence:
      'They are signed out everywhere and leave all of the organization’s transactions. Their devices keep only unsent work. They keep their account outside the organization. To stop them from signing in at all, disable the account instead.',
  },
};

export const INVITATIONS = {
  title: 'Invitations',
  hint: 'People who accept join your organization as members.',
};

export const FEATURES = {
  title: 'Features',
  hint: 'For everyone in the organization.',
  pages: 'Add a signature page to every new document to be signed',
  survey: 'Ask new members how much they know about closings',
};

export const ACCESS = {
  title: 'Viewing access',
  hint: 'Who can see transactions without taking part in them. The access log records every change.',
  strict:
    'Strict data access: administrators see only the name, client, matter, and dates of transactions they don’t take part in, and every view is recorded',
  youAsked: 'You asked to turn off strict data access. Another administrator needs to approve this.',
  someoneAsked: (name: string) => `${name} asked to turn off strict data access. This needs your approval.`,
  withdraw: 'Withdraw request',
  keepStrict: 'Keep strict data access',
  turnOffStrict: 'Turn off strict data access',
  support: (until: string | null) =>
    `${PRODUCT_NAME} support can view transactions ${until === null ? 'for 24 hours' : `until ${until}`}`,
  downloadLog: 'Download access log',
  preparedLogs: 'Prepared access logs',
};

export const PARTICIPANTS = {
  title: 'Participants of a transaction',
  hint: 'If nobody on a transaction can add a colleague, an administrator can. With strict data access on, the access log records it.',
  find: 'Transaction name',
  found: 'Transactions of the organization',
  open: 'Participants',
  openFor: (deal: string) => `Participants of ${deal}`,
  dialog: (deal: string) => `Participants of “${deal}”`,
  noMatch: 'No transaction has this name.',
  more: (count: number) => `And ${count} more.`,
  restricted:
    'Because strict data access is on, you can’t see who the participants are. Anyone you add sees the whole transaction.',
  add: 'Add',
  addPerson: (name: string) => `Add ${name}`,
  added: (name: string) => `Added ${name}.`,
  remove: 'Remove',
  removePerson: (name: string) => `Remove ${name}`,
  removed: (name: string) => `Removed ${name}.`,
  close: 'Close',
};

export const DEALS = {
  matter: (matterNumber: string) => `Matter ${matterNumber}`,
  closing: (date: string) => `closing ${date}`,
};

export const PURGE = {
  title: 'Purge files',
  hint: 'Purging puts a transaction’s files into one archive that its participants can download, then deletes the files. The checklist and the activity stay.',
  policy: 'Your organization’s data retention policy says when transactions are due to be purged.',
  find: 'Find a transaction',
  candidates: 'Transactions that you can purge',
  more: (count: number) => `And ${count} more.`,
  approve: 'Approve purge…',
  confirm: 'Approve purge',
  question: (count: number) => `Purge the files of ${counted(count, 'transaction', 'transactions')}?`,
  consequence: (names: string) =>
    `Nobody can add files to ${names} from now on. All files and their earlier versions are archived, then deleted. You can withdraw the approval until the archive is ready.`,
  approved: 'Purged transactions',
  approvedAt: 'Approved',
  problem: (problem: string, document: string | undefined) =>
    document === undefined ? problem : `${problem} The document is “${document}”.`,
  download: 'Download archive',
  downloadOf: (deal: string) => `Download archive of ${deal}`,
  tryAgain: 'Try again',
  tryAgainFor: (deal: string) => `Try again to purge ${deal}`,
  withdraw: 'Withdraw approval',
  withdrawFor: (deal: string) => `Withdraw approval for ${deal}`,
};

export const REPORTS = {
  title: 'Reports',
  hint: 'A spreadsheet of all transactions, or of those created in a period. Days are in UTC.',
  form: 'Transaction report',
  from: 'Created from',
  until: 'Created until',
  download: 'Download transactions',
  prepared: 'Prepared reports',
  preparing: (fileName: string) => `Preparing ${fileName}`,
  failed: 'Couldn’t prepare this file',
  downloadFile: 'Download',
};
