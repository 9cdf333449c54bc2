import { oneLine } from '../../smtp/one-line.ts';
import { lastDay } from '../../store/deals/packets/signing-links.ts';

const NAME_MAX = 100;

/** The link to a packet. */
export interface SigningLink {
  token: string;
  expiresAt: Date;
  /** The documents that are waiting in it. */
  documents: readonly string[];
  /** Whether the pages are printed and signed on paper. */
  isOnPaper: boolean;
}

/** The address of the signing room. */
function signingUrl(token: string, publicUrl: string): string {
  return new URL(`/sign/${token}`, publicUrl).href;
}

/** The buttons of an email, one for each link. If there are several, each names its documents. */
export function linkActions(
  links: readonly SigningLink[],
  publicUrl: string,
): { label: string; url: string }[] {
  return links.map(({ token, documents, isOnPaper }) => {
    const act = isOnPaper ? 'Print and send back' : 'Review and sign';
    const label = links.length > 1 && documents.length > 0 ? `${act} ${namedDocuments(documents, 1)}` : act;
    return { label, url: signingUrl(token, publicUrl) };
  });
}

/** What a signatory should know about the links. The day named is the one on which the first of them expires. */
export function linkNotes(links: readonly SigningLink[]): string[] {
  const first = new Date(Math.min(...links.map(({ expiresAt }) => expiresAt.getTime())));
  const day = lastDay(first).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return [
    links.length > 1
      ? `These links are for you only. Anyone who opens one before you do can sign in your name, so please don’t forward them. If you also open one on another device, you’ll need a code that we’ll email you. The links work until ${day}.`
      : `This link is for you only. Anyone who opens it before you do can sign in your name, so please don’t forward it. If you also open it on another device, you’ll need a code that we’ll email you. The link works until ${day}.`,
    'If you weren’t expecting this email, contact the sender before you open the link.',
  ];
}

/** Returns when the last of the links expires. */
export function lastExpiry(links: readonly SigningLink[]): Date {
  return new Date(Math.max(...links.map(({ expiresAt }) => expiresAt.getTime())));
}

/** Returns the names of the first documents, and the number of the others. */
export function namedDocuments(documents: readonly string[], most: number): string {
  const names = documents.slice(0, most).map((document) => `“${oneLine(document, NAME_MAX)}”`);
  const more = documents.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
