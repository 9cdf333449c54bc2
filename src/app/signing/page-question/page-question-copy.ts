// The UI copy of the dialog that asks which page of a document a signatory signs.

export const PAGE_QUESTION = {
  title: (document: string) => `Which page of “${document}”?`,
  explained: (signer: string) => `Several pages are marked for signing. Choose the page for ${signer}.`,
  label: 'Marked pages',
  placeholder: 'Search pages',
  none: 'No results',
  page: (number: number) => `Page ${number}`,
  signedBy: (names: string) => `Signed by ${names}`,
  nobody: 'Nobody signs it yet',
  cancel: 'Don’t assign',
};
