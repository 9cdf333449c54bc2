import { xmlText } from './xml-text.ts';

/** A table in a Word file. */
export interface WordTable {
  title: string;
  /** One line below the title. */
  facts: string;
  /** `share`: the fraction of the width. */
  columns: readonly { head: string; share: number }[];
  rows: readonly WordRow[];
}

export interface WordRow {
  /** A row that begins a section. */
  isHeader: boolean;
  cells: readonly WordCell[];
}

export interface WordCell {
  text: string;
  /** Levels of indentation. */
  indent?: number;
}

/** Lengths in Word are in twentieths of a point. This is US Letter, landscape. */
const PAGE = { width: 15_840, height: 12_240, margin: 1080 };
const INDENT = 240;
const MOST_INDENT = 8;

const RIGHT_TO_LEFT = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;

/**
 * Returns the parts of a .docx file with one table, by their path in the archive. Its headings are repeated on every page, and the pages
 * are numbered.
 */
export function wordParts(table: WordTable): Record<string, string> {
  return { ...PARTS, 'word/document.xml': documentXml(table) };
}

function documentXml({ title, facts, columns, rows }: WordTable): string {
  const room = PAGE.width - 2 * PAGE.margin;
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const widths = columns.map(({ share }) => Math.floor((room * share) / shares));
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  const head = columns.map(({ head }, at) => cellXml({ text: head }, widths[at] ?? 0, true)).join('');
  const body = rows.map(({ isHeader, cells }) => {
    const own = widths.map((width, at) => cellXml(cells[at] ?? { text: '' }, width, isHeader));
    return `<w:tr><w:trPr><w:cantSplit/></w:trPr>${own.join('')}</w:tr>`;
  });
  return `${HEAD}<w:document xmlns:w="${MAIN}" xmlns:r="${LINKS}"><w:body><w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr>${runXml(title)}</w:p><w:p><w:pPr><w:pStyle w:val="Subtitle"/></w:pPr>${runXml(facts)}</w:p><w:tbl><w:tblPr><w:tblStyle w:val="Checklist"/><w:tblW w:w="${room}" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid><w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${head}</w:tr>${body.join('')}</w:tbl><w:p/><w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="${PAGE.width}" w:h="${PAGE.height}" w:orient="landscape"/><w:pgMar w:top="${PAGE.margin}" w:right="${PAGE.margin}" w:bottom="${PAGE.margin}" w:left="${PAGE.margin}" w:header="720" w:footer="540" w:gutter="0"/></w:sectPr></w:body></w:document>`;
}

function cellXml({ text, indent = 0 }: WordCell, width: number, isHead: boolean): string {
  const shade = isHead ? '<w:shd w:val="clear" w:color="auto" w:fill="E8EDF3"/>' : '';
  const left = Math.min(indent, MOST_INDENT) * INDENT;
  const place = left === 0 ? '' : `<w:pPr><w:ind w:left="${left}"/></w:pPr>`;
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${shade}</w:tcPr><w:p>${place}${runXml(text, isHead)}</w:p></w:tc>`;
}

function runXml(text: string, isBold = false): string {
  if (text === '') return '';
  const bold = isBold ? '<w:b/><w:bCs/>' : '';
  const direction = RIGHT_TO_LEFT.test(text) ? '<w:rtl/>' : '';
  return `<w:r><w:rPr>${bold}${direction}</w:rPr><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r>`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = 'http://schemas.openxmlformats.org';
const MAIN = `${FORMATS}/wordprocessingml/2006/main`;
const LINKS = `${FORMATS}/officeDocument/2006/relationships`;
const PACKAGE = `${FORMATS}/package/2006`;
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const EDGE = (name: string) => `<w:${name} w:val="single" w:sz="4" w:space="0" w:color="C3CBD6"/>`;

const STYLES = `${HEAD}<w:styles xmlns:w="${MAIN}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="20"/><w:szCs w:val="20"/><w:lang w:val="en-US"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:rPr><w:b/><w:bCs/><w:sz w:val="32"/><w:szCs w:val="32"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Subtitle"><w:name w:val="Subtitle"/><w:basedOn w:val="Normal"/><w:pPr><w:spacing w:after="200"/></w:pPr><w:rPr><w:color w:val="52606D"/></w:rPr></w:style><w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style><w:style w:type="table" w:styleId="Checklist"><w:name w:val="Checklist"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(EDGE).join('')}</w:tblBorders><w:tblCellMar><w:top w:w="50" w:type="dxa"/><w:left w:w="90" w:type="dxa"/><w:bottom w:w="50" w:type="dxa"/><w:right w:w="90" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style></w:styles>`;

const FIELD = (code: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const WORDS = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

/** The fixed parts of every Word file. */
const PARTS: Record<string, string> = {
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPES}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/word/footer1.xml" ContentType="${TYPES}.footer+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${LINKS}/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/_rels/document.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${LINKS}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${LINKS}/footer" Target="footer1.xml"/></Relationships>`,
  'word/styles.xml': STYLES,
  'word/footer1.xml': `${HEAD}<w:ftr xmlns:w="${MAIN}"><w:p><w:pPr><w:jc w:val="right"/></w:pPr>${WORDS('Page ')}${FIELD('PAGE')}${WORDS(' of ')}${FIELD('NUMPAGES')}</w:p></w:ftr>`,
};
