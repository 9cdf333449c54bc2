// The UI copy of links that open a document's signature page (docs/product/signature-pages.md, "Links").

export const LINK = {
  allTransactions: 'All transactions',
  incompleteTitle: 'This link is incomplete',
  incomplete: 'It doesn’t say which document it’s for. Ask the person who sent it for the complete link.',
  notFoundTitle: 'Document not found',
  notFound: 'It was deleted, or you don’t have access to its transaction.',
  offlineTitle: 'This document isn’t on this device',
  offline: 'It will open when you’re back online.',
  noPagesTitle: 'No signature pages yet',
  noPages: (name: string) =>
    `“${name}” has no signature pages. They’ll appear here once you choose who signs it.`,
  noPagesViewOnly: (name: string) =>
    `“${name}” has no signature pages. They appear when someone with edit access chooses who signs it.`,
  toMatrix: 'Open the signature matrix',
  toPages: 'All signature pages',
};
