/** The content of a cell. A text is never a formula, whatever it starts with; times are in UTC. */
export type Cell =
  | { text: string }
  | { number: number }
  /** `YYYY-MM-DD` */
  | { date: string }
  | { instant: Date }
  | null;

/** The heading of a column, and its width in characters. */
export interface SheetColumn {
  head: string;
  width: number;
}

/** Excel's limit for one cell. */
const MOST_CHARACTERS = 32_767;

/** Numbers of the formats in `STYLES`. */
const STYLE = { head: 1, date: 2, instant: 3, text: 4 };

/** The path of a workbook's sheet. */
export const SHEET_PART = 'xl/worksheets/sheet1.xml';

/**
 * Returns the parts of a workbook besides its sheet, by their path in the archive. Texts are inline strings, in cells
 * that Excel keeps as text even when they are edited (`quotePrefix`): a name such as `=HYPERLINK(…)` stays a name.
 */
export function workbookParts(sheetName: string): Record<string, string> {
  return { ...PARTS, 'xl/workbook.xml': workbook(sheetName) };
}

/** Returns the beginning of a sheet: its columns, and their headings in a row that stays in view. */
export function sheetStart(columns: readonly SheetColumn[]): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const start = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  return start + rowXml(columns.map(({ head }) => inline(head, STYLE.head)));
}

/** Returns rows of a sheet. */
export function sheetRows(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => rowXml(row.map(cellXml))).join('');
}

export const SHEET_END = '</sheetData></worksheet>';

function rowXml(cells: readonly string[]): string {
  return `<row>${cells.join('')}</row>`;
}

function cellXml(cell: Cell): string {
  if (cell === null) return '<c/>';
  if ('text' in cell) return inline(cell.text, STYLE.text);
  if ('number' in cell) return `<c><v>${cell.number}</v></c>`;
  if ('date' in cell) return `<c s="${STYLE.date}"><v>${serial(Date.parse(cell.date))}</v></c>`;
  return `<c s="${STYLE.instant}"><v>${serial(cell.instant.getTime())}</v></c>`;
}

function inline(text: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Days since the end of 1899, as Excel counts. */
function serial(ms: number): number {
  return ms / 86_400_000 + 25_569;
}

/**
 * Returns text as XML, without characters that XML can't express, and without text that Excel would treat as escaped.
 */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      .slice(0, MOST_CHARACTERS)
      // oxlint-disable-next-line no-control-regex -- these are what XML forbids
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .toWellFormed()
      .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  );
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = 'http://schemas.openxmlformats.org';
const MAIN = `${FORMATS}/spreadsheetml/2006/main`;
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const LINKS = `${FORMATS}/officeDocument/2006/relationships`;

/** Excel allows 31 characters, and none of these. */
function workbook(name: string): string {
  const named = escaped(name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)).replaceAll('"', '&quot;');
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="${named}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
}

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** The fixed parts of every workbook. */
const PARTS: Record<string, string> = {
  '[Content_Types].xml': `${HEAD}<Types xmlns="${FORMATS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${FORMATS}/package/2006/relationships"><Relationship Id="rId1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${FORMATS}/package/2006/relationships"><Relationship Id="rId1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${LINKS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': STYLES,
};
