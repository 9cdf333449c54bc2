// The UI copy of the mail page.

export const MAIL = {
  title: 'Mail',
  list: 'Emails',
  unavailableTitle: 'Mail needs a connection',
  unreachable:
    'Emails contain links that give access to anyone who has them, so they aren’t stored on this device. They appear when you’re online.',
  tryAgain: 'Try again',
  noneTitle: 'No mail yet',
  none: 'Invitations and password links appear here, with their delivery status.',
  to: 'To',
  read: 'Read',
  readOne: (subject: string, to: string) => `Read “${subject}” to ${to}`,
  close: 'Close',
  notSent: 'Not sent',
  sent: 'Sent',
  expiredOrWaiting: 'Waiting or expired',
  readHere: 'No mail server: read it here',
};
