import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

/** DocuSign signs each message with each key of the account. */
const MOST_SIGNATURES = 100;

const messageSchema = z.object({ data: z.object({ envelopeId: z.string().min(1).max(100) }) });

/**
 * Returns whether DocuSign sent a message: one of its signatures covers exactly these bytes and was made with one of the
 * keys.
 * @param header reads a header of the request
 */
export function isFromDocusign(
  header: (name: string) => string | undefined,
  body: Uint8Array,
  keys: readonly string[],
): boolean {
  const expected = keys.map((key) => createHmac('sha256', key).update(body).digest());
  for (let at = 1; at <= MOST_SIGNATURES; at += 1) {
    const text = header(`x-docusign-signature-${at}`);
    if (text === undefined) return false;
    const given = Buffer.from(text, 'base64');
    if (expected.some((each) => each.length === given.length && timingSafeEqual(each, given))) return true;
  }
  return false;
}

/** Returns the id of the envelope that a message is about; null if it names none. Nothing else in the message is trusted. */
export function envelopeIn(body: Uint8Array): string | null {
  try {
    const parsed = messageSchema.safeParse(JSON.parse(Buffer.from(body).toString('utf8')));
    return parsed.success ? parsed.data.data.envelopeId : null;
  } catch {
    return null;
  }
}
