// The UI copy for marking a document's pages for signing.

const NAMES = new Intl.ListFormat('en-US', { type: 'conjunction' });

export const MARKS = {
  /** Shown on the page and its thumbnail. */
  signaturePage: 'Signature page',
  /** Shown on the thumbnail, which has no room for more. */
  toSign: 'To sign',
  markShort: 'Mark',
  page: (number: number) => `Page ${number}, signature page`,
  mark: 'Mark page for signing',
  markPage: (number: number) => `Mark page ${number} for signing`,
  /** Starts with the visible text. */
  unmarkOnThumbnail: (number: number) => `To sign: unmark page ${number}`,
  marked: (number: number) => `Page ${number} is marked for signing.`,
  unmarked: (number: number) => `Page ${number} is no longer marked for signing.`,
};

export const BAR = {
  name: 'Signature page',
  isMarked: (number: number) => `Page ${number} is a signature page.`,
  nobody: 'Nobody signs it yet.',
  signers: (number: number) => `Signatories of page ${number}`,
  add: 'Add signatory',
  remove: (name: string) => `Remove ${name} from this page`,
  mark: 'Mark page for signing',
  unmark: 'Unmark page',
  likely: (count: number) =>
    count === 1 ? '1 page looks like a signature page.' : `${count} pages look like signature pages.`,
  likelyHere: (number: number) => `Page ${number} looks like a signature page.`,
  goTo: (number: number) => `Go to page ${number}`,
  dismiss: 'Dismiss',
};

export const PICK_SIGNER = {
  title: (number: number) => `Who signs page ${number}?`,
  label: 'Find a signatory',
  placeholder: 'Name',
  none: 'No signatories found',
  nobody: 'This transaction has no signatories yet. Add them under Signatories first.',
  noCapacity: 'Nobody signs for this entity yet',
  cancel: 'Cancel',
};

export const UNMARK = {
  title: (number: number) => `Unmark page ${number}?`,
  text: (names: readonly string[]) =>
    `${NAMES.format(names)} ${names.length === 1 ? 'is' : 'are'} assigned to this page. Unmarking it also removes ${
      names.length === 1 ? 'this assignment' : 'these assignments'
    }.`,
  confirm: 'Unmark page',
  refused: (number: number, names: readonly string[]) =>
    `Page ${number} can’t be unmarked: it was already sent to ${NAMES.format(names)}.`,
};

/** Names of the user's actions, for undo. */
export const ACTS = {
  mark: (number: number, document: string) => `Mark page ${number} of “${document}” for signing`,
  unmark: (number: number, document: string) => `Unmark page ${number} of “${document}”`,
  assign: (number: number, name: string) => `Assign page ${number} to ${name}`,
  unassign: (number: number, name: string) => `Remove ${name} from page ${number}`,
};
