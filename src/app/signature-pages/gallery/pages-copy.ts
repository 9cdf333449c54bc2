import { counted, grouped } from '../../lib/format/numbers.ts';
import type { LayoutProblem } from '../font-problem.ts';
import type { GalleryWarningKind } from './gallery-pages.ts';

// The UI copy of the gallery of signature pages (docs/product/signature-pages.md, "Creating the pages").

export const PAGES = {
  name: 'Signature pages',
  steps: 'Create signature pages',
  documents: '1. Choose the documents',
  documentsState: (count: number) =>
    count === 0
      ? 'No documents are marked to be signed yet.'
      : `${counted(count, 'document needs', 'documents need')} to be signed.`,
  chooseDocuments: 'Choose documents',
  toChecklist: 'Open the checklist',
  signers: '2. Set who signs what',
  signersState: (signatures: number, without: number) =>
    without === 0
      ? `${counted(signatures, 'signature', 'signatures')}, and every document has signatories.`
      : `${counted(signatures, 'signature', 'signatures')}. ${counted(without, 'document has', 'documents have')} no signatories.`,
  toMatrix: 'Open the signature matrix',
  look: '3. Choose the look',
  lookState: (font: string, size: number, paper: string) => `${font}, ${size} points, on ${paper} paper.`,
  lookMixed: (paper: string) => `Some pages look different. All are on ${paper} paper.`,
  noLook: 'You can choose the look once a signature page has been generated.',
  changeLook: 'Change the look',
  closeLook: 'Close look settings',
  noneTitle: 'No signature pages yet',
  none: 'Choose who signs which document. Each signature gets its own page, which appears here.',
  noneViewOnly: 'Signature pages appear here when someone with edit access chooses who signs which document.',
  noPages: 'Nobody signs this document yet.',
  embedded: (document: string) => `Signed on the marked pages of “${document}”.`,
  /** Describes the pages of the document's file that are marked for signing. */
  marked: (pages: number, signatures: number) =>
    `${counted(pages, 'page of its file is', 'pages of its file are')} marked for signing. ${
      signatures === 0
        ? `Nobody signs ${pages === 1 ? 'it' : 'them'} yet.`
        : `${counted(signatures, 'signature is', 'signatures are')} assigned to ${pages === 1 ? 'it' : 'them'}.`
    }`,
  noSigner: 'Nobody signs this page',
  sheetOf: (at: number, count: number) => `Sheet ${at} of ${count}`,
  picture: (document: string, signer: string, at: number, count: number) =>
    count === 1
      ? `Signature page to ${document}, ${signer}`
      : `Signature page to ${document}, ${signer}, sheet ${at} of ${count}`,
  edit: 'Edit page',
  editNamed: (document: string, signer: string) => `Edit page: ${signer}, ${document}`,
  view: 'Open page',
  viewNamed: (document: string, signer: string) => `Open page: ${signer}, ${document}`,
  download: 'Download PDF',
  downloadNamed: (document: string, signer: string) => `Download PDF: ${signer}, ${document}`,
  notLaidOut: {
    unreachable: 'A font isn’t on this device. Pages that use it will appear when you’re back online.',
    unreadable: 'A font couldn’t be read, so pages that use it can’t be shown. Reload to try again.',
    other: 'Some pages couldn’t be shown. Reload to try again.',
  } satisfies Record<LayoutProblem, string>,
  warnings: 'Before you send',
  warningsCount: (count: number) => counted(count, 'warning', 'warnings'),
  all: (count: number) => `Show all ${grouped(count)}`,
  fewer: 'Show fewer',
};

/** What is wrong and, where it isn't obvious, the consequence. */
export const WARNINGS: Record<GalleryWarningKind, string> = {
  unreadable: 'A newer version of Counterpart made these pages. Reload to update.',
  own_pages:
    'These files seem to contain their own signature pages. Open the files and mark those pages, so that nobody gets a second page to sign.',
  capacity_unclear: 'It isn’t clear who signs for them, so they aren’t on the page.',
  no_signatories: 'These documents have a page that nobody signs.',
  no_signature_block: 'A page has no signature block, so nobody can sign it.',
  no_name: 'A name is missing.',
  no_email: 'These people have no email address, so nothing can be sent to them:',
  no_title: 'A title is missing, so the page has a blank line for it.',
  no_capacity: 'The page doesn’t say in what capacity they sign.',
  missing_value: 'A value is missing, so the page has a blank line for it.',
  long_name: 'The name takes more than three lines.',
  block_too_tall: 'A block is taller than a page, so it continues on the next one.',
  missing_glyph: 'No font has these characters, so the page shows boxes instead.',
  font_unavailable: 'The font for these characters isn’t on this device.',
};

export const LOOK = {
  name: 'Look of all pages',
  ofPage: 'Look of this page',
  hint: 'Applies to every signature page of this transaction. You can undo this.',
  hintUnsent: 'Applies to every signature page that hasn’t been sent yet. You can undo this.',
  paper: 'Paper',
  papers: [
    ['letter', 'Letter'],
    ['a4', 'A4'],
  ],
  font: 'Font',
  fonts: [
    ['times_new_roman', 'Times New Roman'],
    ['arial', 'Arial'],
    ['courier', 'Courier'],
  ],
  size: 'Font size',
  margins: 'Margins',
  marginSizes: [
    ['narrow', 'Narrow (0.5 in)'],
    ['regular', 'Regular (1 in)'],
    ['wide', 'Wide (1.5 in)'],
  ],
  alignment: '“By:” lines',
  alignments: [
    ['indent', 'Indented'],
    ['left', 'Left-aligned'],
  ],
  titleLabel: 'Titles',
  titleLabels: [
    ['title', 'Title: President'],
    ['its', 'Its: President'],
    ['empty', 'President'],
  ],
  description: 'Entity description',
  descriptions: [
    ['1', 'On the same line as the name'],
    ['2', 'On the next line'],
  ],
  individual: 'Signature of a person',
  individuals: [
    ['above', 'Line above the name'],
    ['below', 'Line below the name'],
    ['side', 'Beside the name'],
  ],
  consolidate: 'One signature for several entities if the same person signs for them',
  individualTitle: 'Titles of people who sign for themselves',
  fields: 'More lines',
  signing_date: 'Date',
  address: 'Address',
  email: 'Email',
  mixed: 'Different',
} as const;

export const CHOOSING = {
  title: 'Choose documents',
  hint: 'Which documents on the checklist need to be signed?',
  list: 'Documents on the checklist',
  all: (count: number) => (count === 1 ? 'All documents' : `All ${grouped(count)} documents`),
  hasSignatures: (count: number) =>
    count === 1
      ? 'It has 1 signature. To leave it out, first remove the signature in the signature matrix.'
      : `It has ${grouped(count)} signatures. To leave it out, first remove them in the signature matrix.`,
  isExecuted: 'It’s fully executed. To have it signed, change its signing type in its details.',
  cancel: 'Cancel',
  save: 'Save',
};

export const ACTS = {
  documents: 'Choose the documents to be signed',
  look: 'Change the look of signature pages',
  consolidate: 'Put each person’s signatures on one page',
  paper: 'Change the paper size',
  block: 'Edit a signature page',
  text: 'Apply text to other signature pages',
  delete: 'Delete a signature page',
  deleted: 'Deleted the signature page.',
};

export const EDITOR = {
  back: 'All signature pages',
  stage: 'The page',
  signer: 'Preview for',
  blocks: 'Blocks',
  modes: 'What to edit',
  modeNames: { blocks: 'Page', fields: 'Signing fields' },
  hint: 'Click text to edit it. Drag a block or use the arrow keys to move it; hold Shift to resize it with the arrow keys.',
  editText: 'Edit text',
  doneTyping: 'Done',
  textStyle: 'Style of the selected text',
  marks: { bold: 'Bold', italic: 'Italic', underline: 'Underlined' },
  insert: 'Insert a field',
  documentName: 'Document name',
  align: 'Alignment',
  aligns: [
    ['left', 'Left'],
    ['center', 'Center'],
    ['right', 'Right'],
    ['justify', 'Justified'],
  ],
  addBlocks: 'Add a block',
  add: {
    text: 'Add text',
    spacer: 'Add space',
    lead_in: 'Add lead-in',
    signature: 'Add signatures',
    witness: 'Add witness',
    footer: 'Add footer',
  },
  newText: 'New text',
  remove: 'Remove block',
  deletePage: 'Delete page',
  locked:
    'This page was sent to its signatory, so it can’t be changed. To change it, cancel the packet or reject the signature.',
  goneTitle: 'This page no longer exists',
  gone: 'Someone deleted it, or it no longer has a signatory.',
  moved: (name: string, from: number, to: number) => `${name}: columns ${from} to ${to} of 12`,
  kinds: {
    lead_in: 'Lead-in',
    text: 'Text',
    witness: 'Witness',
    footer: 'Footer',
    signature: 'Signatures',
  },
  otherKind: 'Space',
} as const;

/** The style settings of a signature block. */
export const STYLES = {
  lines: 'Signature lines',
  lineStyles: [
    ['solid', 'Solid'],
    ['dashed', 'Dashed'],
    ['dotted', 'Dotted'],
    ['none', 'None'],
  ],
  part: 'Part of the signature',
  parts: {
    header: 'Header',
    signatory_description: 'Entity description',
    signatory_name: 'Signatory name',
    by_line_labels: 'Labels, such as “By:”',
    name: '“Name:” line',
    title: 'Title',
  },
  of: (part: string) => `Style: ${part}`,
  is_enabled: 'Show on the page',
  size: 'Size',
  textCase: 'Case',
  textCases: [
    ['none', 'As entered'],
    ['uppercase', 'UPPERCASE'],
    ['lowercase', 'lowercase'],
    ['capitalize', 'Capitalized'],
  ],
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underlined',
  capacities: 'Capacity of an entity',
  capacityPlaces: [
    ['1', 'After its name'],
    ['2', 'On the next line'],
  ],
} as const;

/** The panel that copies the open page's text to other pages. */
const sentPages = (count: number) =>
  count === 1
    ? '1 page was sent, so it stays as it is.'
    : `${grouped(count)} pages were sent, so they stay as they are.`;
export const OTHERS = {
  title: 'Text of other pages',
  hint: 'Other pages have different text. You can apply this page’s text and footer to them. Their signature blocks and look won’t change.',
  toDocument: (count: number) => `Apply to all pages of this document (${grouped(count)})`,
  toAll: (count: number) => `Apply to all pages of all documents (${grouped(count)})`,
  sent: sentPages,
  done: (count: number, sent: number) =>
    `Changed the text of ${counted(count, 'page', 'pages')}.${sent === 0 ? '' : ` ${sentPages(sent)}`}`,
};

export const PAPER_NAMES = { letter: 'Letter', a4: 'A4' };
