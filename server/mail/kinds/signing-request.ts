import { oneLine } from '../../smtp/one-line.ts';
import { lastDay } from '../../store/deals/packets/signing-links.ts';
import { layOutMail } from '../lay-out-mail.ts';
import type { Mail } from '../mail.ts';

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
  token: string;
  /** Whether the link opens only with a code, which isn't in the email. */
  needsCode: boolean;
  /** Whether the pages are printed and signed on paper. */
  isOnPaper: boolean;
  expiresAt: Date;
}

/** For a signatory whose packet is sent. */
export function signingRequestMail(request: SigningRequest, publicUrl: string): Mail {
  const { name, by, firm, deal, needsCode, isOnPaper, expiresAt } = request;
  const message = linesOf(request.message);
  const instructions = linesOf(request.instructions);
  const title = `${oneLine(firm, NAME_MAX)} sent you documents to sign`;
  const content = layOutMail({
    title,
    paragraphs: [
      `Hello ${oneLine(name, NAME_MAX) || 'there'},`,
      `${oneLine(by, NAME_MAX)} of ${oneLine(firm, NAME_MAX)} has asked you to sign documents for “${oneLine(deal, NAME_MAX)}”.`,
      ...(isOnPaper
        ? ['They must be signed on paper: print them, sign them by hand, and send back photos or scans.']
        : []),
      ...(message.length > 0 ? [`Message from ${oneLine(by, NAME_MAX)}:`, ...message] : []),
      ...(instructions.length > 0 ? ['Signing instructions:', ...instructions] : []),
      ...(needsCode
        ? [
            `To open the documents, you need an access code. ${oneLine(by, NAME_MAX)} will give it to you separately.`,
          ]
        : []),
    ],
    actions: [
      {
        label: isOnPaper ? 'Print and send back' : 'Review and sign',
        url: signingUrl(request.token, publicUrl),
      },
    ],
    notes: linkNotes(expiresAt),
    firm: oneLine(firm, NAME_MAX),
    origin: publicUrl,
  });
  return { kind: 'signing_request', subject: title, ...content, expiresAt };
}

/** The lines of a text that somebody typed, each a paragraph of an email. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The address of the signing room. */
export function signingUrl(token: string, publicUrl: string): string {
  return new URL(`/sign/${token}`, publicUrl).href;
}

/** What a signatory should know about one or more links. @param expiresAt the first time that one of them expires */
export function linkNotes(expiresAt: Date, count = 1): string[] {
  const day = lastDay(expiresAt).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return [
    count > 1
      ? `These links are for you only. Anyone who opens one before you do can sign in your name, so please don’t forward them. If you also open one on another device, you’ll need a code that we’ll email you. The links work until ${day}.`
      : `This link is for you only. Anyone who opens it before you do can sign in your name, so please don’t forward it. If you also open it on another device, you’ll need a code that we’ll email you. The link works until ${day}.`,
    'If you weren’t expecting this email, contact the sender before you open the link.',
  ];
}
