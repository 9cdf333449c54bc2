import { oneLine } from '../../smtp/one-line.ts';
import { layOutMail } from '../lay-out-mail.ts';
import type { Mail } from '../mail.ts';
import { lastExpiry, linkActions, linkNotes, type SigningLink } from './signing-links.ts';

const NAME_MAX = 100;

export interface SigningRequest {
  /** The signatory. */
  name: string;
  /** The sender, with their firm and the deal. */
  by: string;
  firm: string;
  deal: string;
  message: string;
  /** The deal's instructions for all signatories. */
  instructions: string;
  /** One for each packet, at least one. `needsCode`: whether it opens only with a code, which isn't in the email. */
  links: readonly (SigningLink & { needsCode: boolean })[];
}

/** Sent to a signatory whose packets are sent. */
export function signingRequestMail(request: SigningRequest, publicUrl: string): Mail {
  const { name, by, firm, deal, links } = request;
  const message = linesOf(request.message);
  const instructions = linesOf(request.instructions);
  const title = `${oneLine(firm, NAME_MAX)} sent you documents to sign`;
  const onPaper = links.filter(({ isOnPaper }) => isOnPaper).length;
  const withCode = links.filter(({ needsCode }) => needsCode).length;
  const content = layOutMail({
    title,
    paragraphs: [
      `Hello ${oneLine(name, NAME_MAX) || 'there'},`,
      `${oneLine(by, NAME_MAX)} of ${oneLine(firm, NAME_MAX)} has asked you to sign documents for “${oneLine(deal, NAME_MAX)}”.`,
      ...(onPaper > 0
        ? [
            `${onPaper === links.length ? 'They' : 'Some of them'} must be signed on paper: print them, sign them by hand, and send back photos or scans.`,
          ]
        : []),
      ...(message.length > 0 ? [`Message from ${oneLine(by, NAME_MAX)}:`, ...message] : []),
      ...(instructions.length > 0 ? ['Signing instructions:', ...instructions] : []),
      ...(withCode > 0
        ? [
            `To open ${withCode === links.length ? 'the' : 'some of the'} documents, you need an access code. ${oneLine(by, NAME_MAX)} will give it to you separately.`,
          ]
        : []),
    ],
    actions: linkActions(links, publicUrl),
    notes: linkNotes(links),
    firm: oneLine(firm, NAME_MAX),
    origin: publicUrl,
  });
  return { kind: 'signing_request', subject: title, ...content, expiresAt: lastExpiry(links) };
}

/** Splits a typed text into lines. Each becomes a paragraph of an email. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
