// The UI copy of pages that work only online.

export const NEEDS_NETWORK = {
  title: 'This page needs a connection',
  tryAgain: 'Try again',
  before: 'You can still view and edit',
  transactions: 'your transactions',
  after: 'on this device.',
};
