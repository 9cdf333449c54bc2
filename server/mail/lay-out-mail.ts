type MailAction = { label: string; url: string };

/** The content of an email, in reading order. It is plain text, and none of it is treated as HTML. */
export type MailContent = {
  title: string;
  paragraphs: readonly string[];
  /** A code to enter, below the paragraphs. */
  code?: string;
  /** The actions, usually one. */
  actions?: readonly MailAction[];
  /** Small print below. */
  notes?: readonly string[];
  /** The firm in whose name it is sent. It is named first in the footer. */
  firm?: string;
  /** Its origin: the app's own address. */
  origin: string;
};

const SANS = `-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif`;
const PARAGRAPH = `margin:0 0 16px;font:16px/1.5 ${SANS};color:#1a1f2b`;
const CODE = `margin:0 0 16px;font:600 28px/1.3 ui-monospace, Consolas, monospace;letter-spacing:4px;color:#14264a`;
const NOTE = `margin:0 0 8px;font:13px/1.5 ${SANS};color:#5d6370`;

/**
 * Returns the email as text, and as HTML with a single column. The HTML uses tables and inline styles, because mail programs
 * support little else.
 */
export function layOutMail(content: MailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) };
}

function asText({ title, paragraphs, code, actions = [], notes = [], firm, origin }: MailContent): string {
  const blocks = [
    title,
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...actions.map(({ label, url }) => `${label}:\n${url}`),
    ...notes,
    `--\n${originOf(firm)} · ${origin}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function originOf(firm: string | undefined): string {
  return firm === undefined ? 'Counterpart' : `${firm} · Sent with Counterpart`;
}

function asHtml({ title, paragraphs, code, actions = [], notes = [], firm, origin }: MailContent): string {
  const body = [
    `<h1 style="margin:0 0 16px;font:600 22px/1.3 Georgia, 'Times New Roman', serif;color:#14264a">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="${PARAGRAPH}">${escapeHtml(paragraph)}</p>`),
    ...(code === undefined ? [] : [`<p style="${CODE}">${escapeHtml(code)}</p>`]),
    ...actions.flatMap(buttonOf),
    ...notes.map((note) => `<p style="${NOTE}">${escapeHtml(note)}</p>`),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:0;background:#f8f6f1">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f8f6f1">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#fffefb;border:1px solid #e2dccf;border-radius:8px">
<tr><td style="padding:32px;overflow-wrap:anywhere">
${body.join('\n')}
</td></tr>
</table>
<p style="margin:16px 0 0;font:13px/1.5 ${SANS};color:#5d6370">${escapeHtml(originOf(firm))} · <a href="${escapeHtml(origin)}" style="color:#1f4a8f">${escapeHtml(origin)}</a></p>
</td></tr>
</table>
</body>
</html>
`;
}

/**
 * Returns the button as a table cell, because Outlook for Windows draws its color and padding, but not those of a link. The
 * address follows in plain text: a button may not work, and careful readers check where it leads.
 */
function buttonOf({ label, url }: MailAction): string[] {
  const href = escapeHtml(url);
  return [
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0;border-collapse:separate"><tr><td align="center" bgcolor="#14264a" style="padding:12px 20px;border-radius:6px;background:#14264a"><a href="${href}" style="color:#ffffff;font:600 16px/1.25 ${SANS};text-decoration:none"><span style="color:#ffffff">${escapeHtml(label)}</span></a></td></tr></table>`,
    `<p style="${NOTE}">If the button does not work, open this address:<br><a href="${href}" style="color:#1f4a8f;word-break:break-all">${href}</a></p>`,
  ];
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
