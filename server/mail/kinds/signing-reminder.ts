import { oneLine } from '../../smtp/one-line.ts';
import { layOutMail } from '../lay-out-mail.ts';
import type { Mail } from '../mail.ts';
import { linesOf, linkNotes, signingUrl } from './signing-request.ts';

const NAME_MAX = 100;

/** How many documents an email names. */
const MOST_NAMED = 10;

export interface SigningLink {
  token: string;
  expiresAt: Date;
}

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
  /** Null if no packet contains what is out. */
  link: SigningLink | null;
};

/** For a signatory with signature pages out for signature. */
export function signingReminderMail(reminded: Reminded, publicUrl: string): Mail {
  const { name, by, firm, deal, documents, link } = reminded;
  const instructions = linesOf(reminded.instructions);
  const title = `Reminder: your signature is needed for “${oneLine(deal, NAME_MAX)}”`;
  const named = documents.slice(0, MOST_NAMED).map((document) => `“${oneLine(document, NAME_MAX)}”`);
  const more = documents.length - named.length;
  const what = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const content = layOutMail({
    title,
    paragraphs: [
      `Hello ${oneLine(name, NAME_MAX) || 'there'},`,
      `We’re still waiting for your signature on ${documents.length === 1 ? 'this document' : 'these documents'}: ${what}.`,
      `${oneLine(by, NAME_MAX) || 'The deal team'} sent you this reminder. If you have already signed, you can ignore it.`,
      ...(instructions.length > 0 ? ['Signing instructions:', ...instructions] : []),
    ],
    ...(link && {
      action: { label: 'Review and sign', url: signingUrl(link.token, publicUrl) },
      notes: linkNotes(link.expiresAt),
    }),
    firm: oneLine(firm, NAME_MAX),
    origin: publicUrl,
  });
  return { kind: 'signing_reminder', subject: title, ...content, expiresAt: link?.expiresAt ?? null };
}
