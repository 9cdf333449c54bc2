import { oneLine } from '../../smtp/one-line.ts';
import { layOutMail } from '../lay-out-mail.ts';
import type { Mail } from '../mail.ts';

const NAME_MAX = 100;

interface DeviceCode {
  /** The signatory. */
  name: string;
  firm: string;
  deal: string;
  /** The new device, such as “Chrome on Windows”. */
  device: string;
  code: string;
  minutes: number;
  expiresAt: Date;
}

/** Sent to a signatory whose link was opened on a new device. */
export function signingCodeMail(sent: DeviceCode, publicUrl: string): Mail {
  const { deal, device, code, minutes, expiresAt } = sent;
  const firm = oneLine(sent.firm, NAME_MAX);
  // Phones show subjects on their lock screens, so the code isn't in it.
  const title = `Your code to open documents from ${firm}`;
  const content = layOutMail({
    title,
    paragraphs: [
      `Hello ${oneLine(sent.name, NAME_MAX) || 'there'},`,
      `Your link to the documents for “${oneLine(deal, NAME_MAX)}” was opened on a new device or browser: ${oneLine(device, NAME_MAX)}. To continue there, enter this code:`,
    ],
    code,
    notes: [
      `The code works once and expires in ${minutes} minutes. If you requested more than one code, only the newest one works.`,
      `If this wasn’t you, don’t share the code with anyone. Without it, nobody can open the documents on that device. Please tell ${firm} that someone else has your link.`,
    ],
    firm,
    origin: publicUrl,
  });
  return { kind: 'signing_code', subject: title, ...content, expiresAt };
}
