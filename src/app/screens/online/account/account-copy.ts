// The UI copy of the account page and of the frame that it shares with the organization page.
import { formatSize } from '../../../lib/format/numbers.ts';

export const FRAME = {
  organizationMissing: 'Your organization isn’t on this device yet. This page loads when you’re back online.',
  neverLoaded: (problem: string) => `This isn’t on this device yet. ${problem}`,
  loadedAt: (when: string, problem: string) => `Last updated ${when}. ${problem}`,
};

export const FORM = { save: 'Save', saved: 'Saved' };

export const PROFILE = {
  page: 'Your account',
  title: 'You',
  hint: 'Your name, as others on your transactions see it.',
  form: 'Your name',
  firstName: 'First name',
  lastName: 'Last name',
  signedInAs: 'You sign in as',
  organization: (name: string) => `Your organization is ${name}.`,
  unconfirmed:
    'Your email address isn’t confirmed. Until you confirm it, you can open new invitations only from their links.',
  sendConfirmation: 'Send confirmation email',
  confirmationSent: 'Email sent. Open the link in it to confirm your address.',
};

export const NUMBERING = {
  title: 'Numbering for new transactions',
  hint: 'Transactions that you create start with this numbering, and everyone on them sees the same numbers. To change it for an existing transaction, open its details.',
  form: 'Numbering',
};

export const APPEARANCE = {
  title: 'Appearance',
  hint: 'On this device.',
  colors: 'Colors',
  themes: [
    ['system', 'Match system'],
    ['light', 'Light'],
    ['dark', 'Dark'],
  ],
} as const;

export const OFFLINE = {
  title: 'Offline transactions',
  hint: 'On this device. You can open the documents of these transactions without a connection. Automatic copies download only on unmetered connections, and are deleted when they no longer qualify.',
  automatic: 'Keep transactions offline that I opened in the last 7 days or that close in the next 14 days',
  silentPhone:
    'This phone’s browser doesn’t say whether its connection is metered, so documents aren’t downloaded automatically. To keep a transaction on this phone, choose “Keep on this device” in its menu.',
  automaticBadge: 'Automatic',
  remove: 'Remove',
  removeDeal: (name: string) => `Remove ${name} from this device`,
  none: 'No transactions are kept offline.',
  used: (used: number, budget: number) =>
    `Using ${formatSize(used)} of ${formatSize(budget)}. Transactions you remove aren’t added again automatically.`,
};

export const LOCK = {
  title: 'Device lock',
  hint: 'On this device. A passphrase encrypts the documents kept here and the files waiting to be sent, but not names, checklists, notes, or changes. If you forget it, nobody can recover what wasn’t sent.',
  needsHttps: 'Device lock needs a secure connection. Open Counterpart over HTTPS to use it.',
  setForm: 'Set device lock',
  set: 'Set passphrase',
  setDone: 'Device lock is on',
  tryAgain: 'Try again',
  idle: 'Lock automatically',
  idleOptions: [
    ['never', 'Never'],
    ['15', 'After 15 minutes of inactivity'],
    ['60', 'After an hour of inactivity'],
  ],
  lockNow: 'Lock now',
  change: 'Change passphrase',
  changed: 'Passphrase changed',
  turnOff: 'Turn off device lock',
  currentPassphrase: 'Current passphrase',
  passphrase: 'Passphrase',
  newPassphrase: 'New passphrase',
  repeatPassphrase: 'Confirm new passphrase',
  different: 'The two passphrases don’t match.',
  progress: (done: number, total: number) => ` ${done} of ${total} files are done.`,
  turningOff: 'The lock is being turned off.',
  allEncrypted: 'The lock is on. All files that Counterpart keeps on this device are encrypted.',
  encrypting: 'The lock is on. Files already on this device are being encrypted.',
  restNotEncrypted: 'The remaining files aren’t encrypted yet.',
  restStillEncrypted: 'The remaining files are still encrypted.',
  noRoom: (rest: string) =>
    `This device is full. Nothing was lost. ${rest} Free up some space, then try again.`,
  failed: (rest: string) => `Something went wrong. Nothing was lost. ${rest}`,
} as const;

export const PASSWORD = {
  title: 'Password',
  hint: 'Changing your password signs you out on your other devices.',
  current: 'Current password',
  new: 'New password',
  change: 'Change password',
  changed: 'Password changed',
};

export const SESSIONS = {
  title: 'Where you’re signed in',
  hint: 'End any session you don’t recognize. Unsent work stays on its device until you sign in there again.',
  thisDevice: 'This device',
  lastUsed: 'Last used',
  from: (address: string) => (address === '' ? '' : `, from ${address}`),
  end: 'End session',
  endOf: (device: string) => `End session on ${device}`,
  endOthers: 'End all other sessions',
};
