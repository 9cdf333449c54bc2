/** What Excel and LibreOffice take for a formula, also after spaces or in full-width letters. */
const STARTS_FORMULA = /^\s*[=+\-@＝＋－＠]/;

/** Excel reads UTF-8 only after this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Returns rows as the text of a CSV file (RFC 4180) that spreadsheet programs open without executing anything: a text
 * that they would take for a formula gets an apostrophe in front.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(quoted).join(','));
  return `${BYTE_ORDER_MARK}${lines.map((line) => `${line}\r\n`).join('')}`;
}

function quoted(text: string): string {
  const safe = STARTS_FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.toWellFormed().replaceAll('\u0000', '').replaceAll('"', '""')}"`;
}
