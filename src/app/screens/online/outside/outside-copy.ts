// The UI copy of the pages that need no session.

export const OUTSIDE = {
  email: 'Email address',
  goToSignIn: 'Go to sign-in',
  notAvailable: 'This page isn’t available here yet. Everything else in Counterpart works as usual.',
};

export const CONFIRM_ADDRESS = {
  title: 'Confirm your email address',
  incompleteLink: 'This link is incomplete. Open it again from the email.',
  confirmed: 'Your email address is confirmed. Invitations sent to it now appear above',
  transactions: 'your transactions',
  confirm: 'Confirm my address',
  hint: 'Invitations sent to this address will then appear in Counterpart automatically.',
};

export const CONTACT = {
  title: 'Contact support',
  name: 'Name',
  message: 'Message',
  send: 'Send message',
  sent: 'We sent your message to support. They’ll answer by email.',
};

export const FORGOT_PASSWORD = {
  title: 'Reset your password',
  send: 'Send reset link',
  sentBefore: 'If an account exists for',
  sentAfter: ', we sent it a link to set a new password. The link works once and expires in an hour.',
};

export const SET_PASSWORD = {
  title: 'New password',
  incompleteLink: 'This link is incomplete. Open it again from the email.',
  label: 'New password',
  set: 'Set password',
};

export const REGISTER = {
  title: 'Invitation',
  toOrganization: (inviter: string, organization: string) =>
    `${inviter} invited you to join ${organization}.`,
  toTransaction: (inviter: string, organization: string) =>
    `${inviter} of ${organization} invited you to work on the transaction`,
  hasAccount: 'You already have an account for',
  signIn: 'Sign in',
  toAccept: 'to accept the invitation.',
  invitationFor: 'This invitation is for',
  signedInAs: 'You are signed in as',
  signOutFirst: 'Sign out, then open the link again.',
  accept: 'Accept invitation',
  register: 'Create account and accept',
  firstName: 'First name',
  lastName: 'Last name',
  password: 'Password',
};

export const TESTDRIVE = {
  title: 'Test drive',
  begin: 'Start test drive',
  hint: 'You get your own account with a sample transaction, where you can try anything. The account closes when you sign out, and is deleted after a week without use.',
};
