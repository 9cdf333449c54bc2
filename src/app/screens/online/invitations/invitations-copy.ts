// The UI copy of invitations: sending them, and answering one's own.

export const INVITE = {
  title: 'Invite by email',
  hint: 'They’ll see this entire transaction, but no others.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email address',
  access: 'Access',
  send: 'Send invitation',
  sent: 'Invitation sent',
  guestsMayInvite: 'Participants from other organizations can also invite people',
  needsNetwork: 'You can invite people by email when you’re online.',
  tryAgain: 'Try again',
};

export const ACCESS = {
  options: [
    ['full', 'Can edit'],
    ['view', 'Can view'],
  ],
  of: (name: string) => `Access for ${name}`,
} as const;

export const SENT = {
  list: 'Invited',
  status: (isExpired: boolean) => (isExpired ? 'invitation expired' : 'invited'),
  withdraw: 'Withdraw',
  withdrawFor: (name: string) => `Withdraw the invitation to ${name}`,
};

export const RECEIVED = {
  list: 'Invitations',
  toOrganization: (inviter: string, organization: string) =>
    `${inviter} invited you to join ${organization}.`,
  toTransaction: (inviter: string, organization: string, transaction: string) =>
    `${inviter} of ${organization} invited you to work on “${transaction}”.`,
  accept: 'Accept',
  acceptFor: (name: string) => `Accept the invitation to ${name}`,
  decline: 'Decline',
  declineFor: (name: string) => `Decline the invitation to ${name}`,
};
