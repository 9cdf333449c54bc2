// The UI copy of the sign-in page.
import { counted } from '../../lib/format/numbers.ts';

export const LOGIN = {
  tagline: 'Making Transactions Simple',
  email: 'Email address',
  password: 'Password',
  signIn: 'Sign in',
  signingIn: 'Signing in…',
  signingOut: 'Signing out…',
  forgot: 'Forgot your password?',
  failed: 'We couldn’t sign you in. Refresh the page and try again.',
};

/** Why the user sees the sign-in page, by the `action` parameter of its address. */
export const REASONS = {
  logout: 'You have signed out.',
  password_set: 'Your new password is set. Use it to sign in.',
  not_kept:
    'Nobody is signed in on this device, so what you shared was not saved. Sign in, then share it again.',
  ended: 'Your session has ended. Sign in to continue; unsent work is still on this device.',
};

export const OFFLINE = {
  hint: (online: boolean) =>
    `${online ? 'We can’t reach the server right now.' : 'You are offline.'} You can still view and edit what’s on this device. Your changes are sent after you sign in.`,
  continueAs: (name: string) => `Continue as ${name} on this device`,
};

export const ENDED_ACCESS = {
  nothingUnsent: 'Your transactions were removed from this device. All your work is on the server.',
  unsent: (count: number) =>
    `Your transactions were removed from this device. ${counted(count, 'unsent change is', 'unsent changes are')} still here.`,
  save: 'Save unsent work',
  saved: 'The file is in your downloads.',
  failed: 'We couldn’t create the file. Your work is still on this device.',
};
