import type { InkWarning, PageOutcome } from '../../../contract/rules/signing/pages/scanned-page.ts';
import { counted } from '../../lib/format/numbers.ts';
import { canBeRestoredFromActivity } from '../../lib/format/restore-copy.ts';

// The UI copy of the returned pages screen (docs/product/returned-pages.md).

const pages = (count: number) => counted(count, 'page', 'pages');

/** A page of a file and, on a sheet that shows several pages, which one of them. */
interface PagePlace {
  page: number;
  part: number;
}

/** How many pages a returned file has, and their outcomes. */
interface FileFacts {
  total: number;
  matched: number;
  toMatch: number;
  blank: number;
}

const ofSheet = (part: number) => (part > 0 ? ` (part ${part})` : '');

export const RETURNED = {
  name: 'Returned pages',
  intro:
    'Add scans of pages that were signed on paper. We match each page by the codes in its corners. Then you accept or reject it.',
  add: 'Add signed pages',
  picker: 'Files with signed pages',
  noneTitle: 'No returned pages yet',
  none: 'Drop a PDF, JPEG, or PNG here, or choose one. Pages can be in any order, upside down, or from several packets.',
  noneViewOnly: 'Scans of signed pages appear here when someone with edit access adds them.',
  files: 'Files',
  outdated:
    'You’re offline, so this list may be out of date. Scans you add are uploaded when you’re back online; reconnect to match, accept, reject, download, or delete pages.',
  waiting: 'Waiting to upload',
  offline: 'Waiting for a connection',
  uploading: (percent: number) => `Uploading, ${Math.round(percent)}%`,
  uploadOf: (name: string) => `Upload of ${name}`,
  retry: 'Try again',
  retryWhich: (name: string) => `Try to upload ${name} again`,
  remove: 'Remove',
  removeWhich: (name: string) => `Remove ${name}`,
  download: 'Download',
  downloadWhich: (name: string) => `Download ${name}`,
  delete: 'Delete file',
  deleteWhich: (name: string) => `Delete file ${name}`,
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteBody: `Its pages will be deleted, too. Signatures that were matched but not accepted become outstanding again. ${canBeRestoredFromActivity('The file')} If you restore it, you’ll need to match its pages again.`,
  reading: (read: number, total: number | null) =>
    total === null ? 'Reading the file…' : `Reading page ${Math.min(read + 1, total)} of ${total}`,
  readingOf: (name: string) => `Reading ${name}`,
  facts: ({ total, matched, toMatch, blank }: FileFacts) =>
    [
      pages(total),
      `${matched} matched`,
      ...(toMatch > 0 ? [`${toMatch} to match`] : []),
      ...(blank > 0 ? [`${blank} blank`] : []),
    ].join(' · '),
  allBlank: (count: number) =>
    count === 1
      ? 'This page is blank. Scan the other side, then add the new scan.'
      : `All ${pages(count)} are blank. Scan the other sides, then add the new scan.`,
  showPages: 'Show pages',
  page: ({ page, part }: PagePlace) => `Page ${page}${ofSheet(part)}`,
  ofFile: (file: string, { page, part }: PagePlace) => `${file}, page ${page}${ofSheet(part)}`,
};

/** Why a page has no signatures. */
export const OUTCOMES: Record<PageOutcome, string> = {
  blank: 'Blank page',
  no_code: 'No code could be read on this page.',
  unknown_code: 'We don’t recognize the code on this page. It may be from another system.',
  other_deal: 'This page belongs to another transaction. Add it there.',
  other_packet:
    'This page is from another organization’s packet, or from the packet of someone other than the person who sent this file. The packet’s organization, or the one that leads the transaction, can match it.',
  earlier_version:
    'This page was printed from a version of the document that isn’t current, so it doesn’t count as signed. Have the current version signed, or make the printed version current again.',
  changed_since:
    'The document’s signature page has changed since this page was printed, so it doesn’t count as signed. Create its packet again and have the new page signed.',
  several_documents:
    'This sheet shows pages of different documents that couldn’t be separated, so it can’t be matched. Scan each page separately and add the new scans.',
  front_matter: 'Cover or title page',
  continuation: 'Goes with a signature page',
  superseded:
    'This page is from a packet that was replaced, canceled, or declined, or that has expired. Match it if it’s still valid.',
  second_scan: 'There is another scan of this page. Match this one to keep it instead.',
  signed_electronically: 'This page was already signed electronically.',
  already_accepted: 'The signatures on this page were already accepted.',
  unreadable: 'This page can’t be shown. Scan it again.',
  replaced: 'Replaced by another scan',
  unmatched: 'This page’s match was removed.',
  set_aside: 'Not a signature page',
};

/** What to check before a page is accepted. */
export const WARNINGS: Record<InkWarning, string> = {
  no_ink: 'There seems to be no signature on the line.',
  ink_elsewhere: 'There seems to be ink in someone else’s signature block.',
  date_filled: 'A date seems to be filled in.',
  covered_text: 'Printed text seems to be covered or missing.',
  not_compared:
    'This page hasn’t been compared with the page that was sent, or couldn’t be. Compare them yourself.',
  several_pages: 'This sheet shows several pages.',
  missing_sheet:
    'Another sheet of this signature page hasn’t come back. The executed document will have that sheet as it was sent.',
};

export const BOARD = {
  title: (count: number) => `${pages(count)} to match`,
  name: 'Pages to match',
  position: (at: number, total: number) => `${at} of ${total}`,
  previous: 'Previous page',
  next: 'Next page',
  candidates: 'Outstanding signatures',
  search: 'Find a signature',
  noCandidates: 'No outstanding signatures found.',
  suggested: 'Matches the page’s code',
  similar: 'Similar text',
  held: (name: string) =>
    `${name === '' ? 'A former participant' : name} uploaded this page, and only their organization can see it before it’s released. If you know which signature it is, you can match it here.`,
  code: 'Printed code',
  codeHint: 'CP- followed by 16 characters, below the QR codes',
  matchCode: 'Match by code',
  match: (count: number) => (count > 1 ? `Match to ${count} signatures` : 'Match page'),
  setAside: 'Mark as not a signature page',
  keepOther: 'Keep the other scan',
  behind: 'Add this sheet after',
  choosePage: 'Choose a page',
  attach: 'Add sheet',
  behindHint:
    'For a separate sheet, such as a notarial certificate. It’s accepted together with the page you choose.',
  keys: 'Up and Down choose a signature, Space selects several, Enter matches the page, and Left and Right go to the previous or next page.',
  matched: (document: string, who: string) => `Matched to ${document}, ${who}`,
};

export const REVIEW = {
  title: (count: number) => `${pages(count)} to review`,
  name: 'Pages to review',
  scan: 'Returned page',
  blank: 'Page that was sent',
  continuation: 'Continuation sheet',
  added: 'Added sheet',
  removeFrom: (page: string) => `Remove sheet: ${page}`,
  remove: 'Remove sheet',
  acceptSeen: (count: number) => `Accept the ${pages(count)} you’ve seen that have no warnings`,
  accept: 'Accept',
  acceptWhich: (page: string) => `Accept ${page}`,
  reject: 'Reject',
  rejectWhich: (page: string) => `Reject ${page}`,
  rejectTitle: (page: string) => `Reject ${page}?`,
  rejectLead: 'The signature will no longer count, and the page will need to be signed again.',
  unmatch: 'Remove match',
  unmatchWhich: (page: string) => `Remove match from ${page}`,
  more: (count: number) => `Show ${count} more`,
};

export const PICTURE = {
  loading: 'Loading…',
  offline: 'You need a network connection to see this page.',
  none: 'This page can’t be shown.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
};
