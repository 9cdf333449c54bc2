import PostalMime from 'postal-mime';
import { NOT_ACCEPTED, REASON_MAX, REJECTED } from './mail-server.ts';
import { oneLine } from './one-line.ts';

/** A report is one level deep, and the relevant parts come first. */
const READ_MAX = 100_000;
const LIMITS = {
  maxNestingDepth: 5,
  maxHeadersSize: 64_000,
  forceRfc822Attachments: true,
  attachmentEncoding: 'utf8',
} as const;

/**
 * Returns why an email couldn't be delivered, as a sentence, or null if this isn't a bounce. A bounce is a delivery status
 * notification (RFC 3464) with `Action: failed`: the mail server has given up, because its status is permanent (5) or its
 * attempts took too long (4). A delay, a receipt and an automatic reply don't count.
 */
export async function readBounce(raw: Uint8Array): Promise<string | null> {
  // The email can be anything. If it can't be parsed, it isn't a bounce.
  const mail = await PostalMime.parse(raw.subarray(0, READ_MAX), LIMITS).catch(() => null);
  const type = mail?.headers.find(({ key }) => key === 'content-type')?.value ?? '';
  if (!/^\s*multipart\/report\b/i.test(type)) return null;
  const report = mail?.attachments.find(({ mimeType }) =>
    /^message\/(global-)?delivery-status$/.test(mimeType),
  );
  if (typeof report?.content !== 'string') return null;
  // Splits the report into a group of fields about the report, and one for each recipient.
  const lines = report.content.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ');
  for (const group of lines.split(/\n{2,}/)) {
    const fields = fieldsOf(group);
    const status = /^([45])\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '');
    if (!status || !/^failed\b/i.test(fields.get('action') ?? '')) continue;
    // Its type comes first: “smtp; 550 5.1.1 No such user”.
    const said = fields.get('diagnostic-code')?.replace(/^[\w-]+\s*;\s*/, '') || status[0];
    return `${status[1] === '5' ? REJECTED : NOT_ACCEPTED}: ${oneLine(said, REASON_MAX)}.`;
  }
  return null;
}

function fieldsOf(group: string): Map<string, string> {
  return new Map(
    group.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}
