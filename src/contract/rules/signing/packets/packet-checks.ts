import type { Formality } from './formalities.ts';
import { inWords } from '../signatories/names-in-words.ts';

// What the sender of a packet should know about it, in sentences. The server and an offline device give the same ones.

const ON_PAPER: Record<Formality, string> = {
  witness:
    'a witness is needed, but can’t sign a page of an uploaded file in the signing room, so the page must be signed on paper. A generated signature page has a place for a witness.',
  notary:
    'a notary is needed, so it must be signed on paper. A notary acknowledgment page follows the signature page.',
  original: 'wet-ink signatures are needed, so it must be signed on paper.',
};

/** Why the signatories of a document have nothing to read. */
export type Unread = 'no_file' | 'not_converted';

const UNREAD: Record<Unread, string> = {
  no_file: 'there is no document yet, so signatories see only the signature page.',
  not_converted: 'the file couldn’t be converted to PDF, so signatories see only the signature page.',
};

interface SignedDocument {
  readonly name: string;
  readonly needs?: readonly Formality[] | undefined;
  readonly unread?: Unread | undefined;
  /** Where its file still has fields such as {{Amount}}, if it does: `on_others` means pages that aren't in the packet. */
  readonly unfilled?: 'on_all_pages' | 'on_others' | undefined;
}

/** Returns what to check about a document in a packet. */
export function documentWarnings({ name, needs = [], unread, unfilled }: SignedDocument): string[] {
  return [
    ...(unfilled === 'on_all_pages'
      ? [`${name}: the document still has {{…}} fields that haven’t been filled in.`]
      : []),
    ...(unfilled === 'on_others'
      ? [`${name}: the document also has {{…}} fields on other pages, which aren’t filled in.`]
      : []),
    ...needs.map((formality) => `${name}: ${ON_PAPER[formality]}`),
    ...(unread === undefined ? [] : [`${name}: ${UNREAD[unread]}`]),
  ];
}

/** For signatories without an email address. */
export function withoutAddress(names: readonly string[]): string {
  return `${inWords(names)} ${names.length === 1 ? 'has' : 'have'} no email address.`;
}

/** For documents that signatories couldn't read yet. */
export function stillConverting(names: readonly string[]): string {
  const said = `${inWords(names.map(quoted))} ${names.length === 1 ? 'is' : 'are'} still being converted`;
  return `${said}. Send the packet when that is done.`;
}

/** For deeds without a document. A deed is signed together with the whole document. */
export function withoutWholeDocument(names: readonly string[]): string {
  return `${inWords(names.map(quoted))} can only be signed as a whole document, but there’s no document to read yet. Upload it, then send the packet.`;
}

function quoted(name: string): string {
  return `“${name}”`;
}
