import type { Authority, SignAgainReason } from '../../contract/rules/closing/carry-over.ts';
import { counted } from '../lib/format/numbers.ts';

// The UI copy of the screen that replaces a signed document (docs/product/replacing-documents.md).

const pages = (count: number) => counted(count, 'page', 'pages');
const signatures = (count: number) => counted(count, 'signature', 'signatures');

export const REPLACING = {
  name: 'Replace document',
  back: 'Checklist',
  title: (document: string) => `Replace “${document}”`,
  versions: (before: number, after: number) => `Version ${after} will replace version ${before}.`,
  goneTitle: 'This version isn’t available',
  gone: 'It was deleted, or moved back to the upload queue.',
  doneTitle: 'This version is current',
  done: 'Signatures that weren’t carried over must be collected again in new packets.',
  toPackets: 'Go to packets',
  comparing: 'Comparing the versions…',
  failed:
    'The versions couldn’t be compared automatically. You can compare them again, or review every page yourself.',
  compareAgain: 'Compare versions again',
  uncompared: 'All pages',
  uncomparedFacts: (total: number) => `${pages(total)}, not compared`,
  pageNotCompared: 'The signature page couldn’t be compared, so it must be signed again.',
  accepted: (name: string) => `I have compared both versions of this page (${name})`,
  offline: 'You need a network connection to compare versions.',
  changes: 'What changed',
  noChanges: 'No differences in text or pictures were found.',
  facts: (total: number, changed: number) =>
    changed === 0 ? `${pages(total)} compared, none changed` : `${pages(total)} compared, ${changed} changed`,
  changedPage: (before: number | null, after: number | null) => {
    if (before === null) return `Page ${after} was added`;
    if (after === null) return `Page ${before} was removed`;
    return before === after ? `Page ${before}` : `Page ${before}, now page ${after}`;
  },
  beforeName: (version: number) => `Version ${version}`,
  noPage: 'Not in this version',
  picture: (version: number, page: number) => `Version ${version}, page ${page}`,
  noPicture: 'This page couldn’t be shown.',
  noWords: 'The text is the same. The places where the page looks different are highlighted.',
  removed: 'Removed:',
  added: 'Added:',
  seen: (name: string) => `I have reviewed this change (${name})`,
  marked: 'Signature pages in the file',
  markedLead: 'For each signature page, choose the matching page of the new version.',
  markedPage: (number: number) => `Page ${number} is now`,
  choose: 'Choose a page',
  pageNumber: (number: number) => `Page ${number}`,
  notThere: 'Not in the new version',
  signatures: 'Signatures',
  signaturesLead:
    'Signatures you don’t carry over will no longer count and must be collected again. Packets already out for them will be superseded.',
  carryOver: (who: string) => `Carry over: ${who}`,
  authority: 'How the signatories authorized this',
  chooseAuthority: 'Choose how',
  reason: 'What they authorized, and when',
  file: 'Supporting document (optional)',
  noFile: 'No file',
  queued: (name: string) => `${name} (in the upload queue)`,
  fileHint:
    'For example, an email or a power of attorney. Upload it to this transaction first; the ledger records its SHA-256 hash.',
  confirm:
    'I confirm that the signatories authorized attaching their signed pages to this version. My confirmation is recorded in the ledger.',
  replace: (carried: number) =>
    carried === 0 ? 'Replace document' : `Replace document and carry over ${signatures(carried)}`,
  missing: {
    changes: 'Review every change first.',
    uncompared: 'Compare every page first.',
    pages: 'Choose a page for each signature page first.',
    authority: 'Say how the signatories authorized this, and confirm it.',
  },
};

/** The reason why a signatory must sign again, shown after their name. */
export const SIGN_AGAIN: Record<SignAgainReason, string> = {
  not_signed: 'Not signed yet: the packet shows the earlier version.',
  deed: 'A deed must be signed again.',
  title_changed: 'The document’s name has changed.',
  party_changed: 'The signatory’s capacity has changed.',
  page_changed: 'The signature page has changed.',
  page_removed: 'The new version doesn’t have this signature page.',
};

export const AUTHORITY_NAMES: Record<Authority, string> = {
  email: 'By email',
  call: 'In a call',
  meeting: 'In a meeting',
  power_of_attorney: 'By power of attorney',
  other: 'In another way',
};
