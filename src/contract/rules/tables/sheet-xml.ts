import { xmlText } from './xml-text.ts';

/** The content of a cell. Text is never treated as a formula, whatever it starts with. Times are in UTC. */
export type Cell =
  | { text: string; indent?: number; bold?: boolean }
  | { number: number }
  /** `YYYY-MM-DD` */
  | { date: string }
  | { instant: Date }
  | null;

/** The heading of a column, and its width in characters. */
export interface SheetColumn {
  head: string;
  width: number;
  /** Its values are dates or numbers, which are right-aligned. */
  isNumeric?: boolean;
}

/** Excel's limit for one cell. */
const MOST_CHARACTERS = 32_767;

/** Points; Excel's limit for one row is 409. */
const LINE_HEIGHT = 15;
const MOST_HEIGHT = 405;

/** Characters that are twice as wide as Latin letters. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g;

/** The numbers of the formats in `STYLES`. */
const STYLE = { head: 1, date: 2, instant: 3, headOfNumbers: 4, number: 5, text: 6 };

/** The levels of indentation that texts can have, starting with none. */
const INDENTS = 9;

/** The path of a workbook's sheet. */
export const SHEET_PART = 'xl/worksheets/sheet1.xml';

/**
 * Returns the parts of a workbook besides its sheet, by their path in the archive. Texts are inline strings in cells that
 * Excel keeps as text even after edits (`quotePrefix`), so a name such as `=HYPERLINK(…)` stays a name.
 */
export function workbookParts(sheetName: string): Record<string, string> {
  return { ...PARTS, 'xl/workbook.xml': workbook(sheetName) };
}

/**
 * Returns the beginning of a sheet: its columns, and their headings in a row that stays in view and is printed on every page.
 * @param frozenColumns how many columns at the left also stay in view
 */
export function sheetStart(columns: readonly SheetColumn[], frozenColumns = 0): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane =
    frozenColumns === 0
      ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
      : `<pane xSplit="${frozenColumns}" ySplit="1" topLeftCell="${columnName(frozenColumns)}2" activePane="bottomRight" state="frozen"/>`;
  const start = `${HEAD}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  const heads = columns.map(({ head }) => ({ text: head }));
  return start + rowXml(heads, columns, 1, STYLE.head);
}

/**
 * Returns rows of a sheet.
 * @param first the number of the first row; the headings are row 1
 */
export function sheetRows(
  rows: readonly (readonly Cell[])[],
  columns: readonly SheetColumn[],
  first = 2,
): string {
  return rows.map((row, at) => rowXml(row, columns, first + at)).join('');
}

/** The text above a printed sheet: its subject, and when it was created. */
export interface PageHeader {
  title: string;
  /** `YYYY-MM-DD` */
  date: string;
}

/** Returns the end of a sheet. A printed page has all columns and as many rows as fit, under the header. */
export function sheetEnd(header?: PageHeader): string {
  const setup = '<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>';
  return `</sheetData>${setup}${header ? headerXml(header) : ''}</worksheet>`;
}

/** Returns the header of printed pages. A single & starts a code, such as the page number; Excel allows 255 characters. */
function headerXml({ title, date }: PageHeader): string {
  const text = escaped(`&L${title.slice(0, 100).replaceAll('&', '&&')}&R${date}`);
  return `<headerFooter><oddHeader>${text}</oddHeader><oddFooter>${escaped('&RPage &P of &N')}</oddFooter></headerFooter>`;
}

/** Returns the letters of a column, counted from 0: A to Z, AA, AB… */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

/**
 * Returns a row with its height, because not every program adjusts the height to wrapped text. Each cell states its position,
 * because some programs need that.
 */
function rowXml(
  cells: readonly Cell[],
  columns: readonly SheetColumn[],
  row: number,
  style?: number,
): string {
  const lines = Math.max(1, ...cells.map((cell, at) => linesOf(cell, columns[at]?.width ?? 1)));
  const height = lines === 1 ? '' : ` ht="${Math.min(lines * LINE_HEIGHT, MOST_HEIGHT)}"`;
  const content = cells.map((cell, at) => {
    const place = `${columnName(at)}${row}`;
    return style !== undefined && cell && 'text' in cell
      ? inline(place, cell.text, columns[at]?.isNumeric === true ? STYLE.headOfNumbers : style)
      : cellXml(place, cell);
  });
  return `<row r="${row}"${height}>${content.join('')}</row>`;
}

/** Returns roughly how many lines a text takes in a column; words make lines shorter than the column. */
function linesOf(cell: Cell, width: number): number {
  if (!cell || !('text' in cell)) return 1;
  const room = Math.max(1, width * 0.9 - 2 * (cell.indent ?? 0));
  const wide = cell.text.match(WIDE)?.length ?? 0;
  return Math.ceil((cell.text.length + wide) / room);
}

/** @param place such as `B7` */
function cellXml(place: string, cell: Cell): string {
  if (cell === null) return `<c r="${place}"/>`;
  if ('text' in cell) return inline(place, cell.text, textStyle(cell));
  if ('number' in cell) return numeric(place, cell.number, STYLE.number);
  if ('date' in cell) return numeric(place, serial(Date.parse(cell.date)), STYLE.date);
  return numeric(place, serial(cell.instant.getTime()), STYLE.instant);
}

function numeric(place: string, value: number, style: number): string {
  return `<c r="${place}" s="${style}"><v>${value}</v></c>`;
}

function textStyle({ indent = 0, bold = false }: { indent?: number; bold?: boolean }): number {
  return STYLE.text + Math.min(indent, INDENTS - 1) + (bold ? INDENTS : 0);
}

function inline(place: string, text: string, style: number): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Days since the end of 1899, as Excel counts. */
function serial(ms: number): number {
  return ms / 86_400_000 + 25_569;
}

/** Returns text as XML, without text that Excel would treat as escaped. */
function escaped(text: string): string {
  return xmlText(text.toWellFormed().slice(0, MOST_CHARACTERS)).replaceAll(
    /_(?=x[0-9A-Fa-f]{4}_)/g,
    '_x005F_',
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
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="${named}" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">'${named.replaceAll("'", "''")}'!$1:$1</definedName></definedNames></workbook>`;
}

/** Texts are wrapped, so that a long name stays in its column. */
const TOP = '<alignment vertical="top" wrapText="1"/>';
const TOP_RIGHT = '<alignment horizontal="right" vertical="top" wrapText="1"/>';
/** Plain texts, then bold ones, each with every indentation. */
const TEXT_STYLES = [0, 1].flatMap((font) =>
  Array.from({ length: INDENTS }, (_, indent) => {
    const place = `<alignment vertical="top" horizontal="general" wrapText="1"/>`;
    const indented = `<alignment vertical="top" horizontal="left" indent="${indent}" wrapText="1"/>`;
    return `<xf numFmtId="49" fontId="${font}" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyFont="1" applyAlignment="1">${indent === 0 ? place : indented}</xf>`;
  }),
);
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF3"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FF8A97A8"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${STYLE.text + TEXT_STYLES.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1">${TOP}</xf><xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${TOP}</xf><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1">${TOP_RIGHT}</xf><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1">${TOP_RIGHT}</xf><xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${TOP_RIGHT}</xf><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1">${TOP_RIGHT}</xf>${TEXT_STYLES.join('')}</cellXfs></styleSheet>`;

/** The fixed parts of every workbook. */
const PARTS: Record<string, string> = {
  '[Content_Types].xml': `${HEAD}<Types xmlns="${FORMATS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${FORMATS}/package/2006/relationships"><Relationship Id="rId1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${FORMATS}/package/2006/relationships"><Relationship Id="rId1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${LINKS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': STYLES,
};
