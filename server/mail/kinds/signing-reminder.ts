import { oneLine } from '../../smtp/one-line.ts';
import { layOutMail } from '../lay-out-mail.ts';
import type { Mail } from '../mail.ts';
import { lastExpiry, linkActions, linkNotes, namedDocuments, type SigningLink } from './signing-links.ts';
import { linesOf } from './signing-request.ts';

const NAME_MAX = 100;

/** The maximum number of documents that an email names. */
const MOST_NAMED = 10;

type Reminded = {
  name: string;
  /** The sender of the reminder, and the deal. */
  by: string;
  firm: string;
  deal: string;
  /** Documents whose pages are waiting for the signature, each once. */
  documents: readonly string[];
  /** The deal's instructions for all signatories. */
  instructions: string;
  /** One for each packet, at least one. */
  links: readonly SigningLink[];
};

/** Sent to a signatory with signature pages out for signature. */
export function signingReminderMail(reminded: Reminded, publicUrl: string): Mail {
  const { name, by, firm, deal, documents, links } = reminded;
  const instructions = linesOf(reminded.instructions);
  const title = `Reminder: your signature is needed for “${oneLine(deal, NAME_MAX)}”`;
  const what = namedDocuments(documents, MOST_NAMED);
  const content = layOutMail({
    title,
    paragraphs: [
      `Hello ${oneLine(name, NAME_MAX) || 'there'},`,
      `We’re still waiting for your signature on ${documents.length === 1 ? 'this document' : 'these documents'}: ${what}.`,
      `${oneLine(by, NAME_MAX) || 'The deal team'} sent you this reminder. If you have already signed, you can ignore it.`,
      ...(instructions.length > 0 ? ['Signing instructions:', ...instructions] : []),
    ],
    actions: linkActions(links, publicUrl),
    notes: linkNotes(links),
    firm: oneLine(firm, NAME_MAX),
    origin: publicUrl,
  });
  return { kind: 'signing_reminder', subject: title, ...content, expiresAt: lastExpiry(links) };
}
