/** What Excel and LibreOffice treat as a formula, even after spaces or in full-width letters. */
const STARTS_FORMULA = /^\s*[=+\-@＝＋－＠]/;

/** Excel needs this mark to read UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Returns rows as the text of a CSV file (RFC 4180) that spreadsheet programs open without executing anything: an apostrophe
 * precedes any text that they would treat as a formula.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(quoted).join(','));
  return `${BYTE_ORDER_MARK}${lines.map((line) => `${line}\r\n`).join('')}`;
}

function quoted(text: string): string {
  const safe = STARTS_FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.toWellFormed().replaceAll('\u0000', '').replaceAll('"', '""')}"`;
}
