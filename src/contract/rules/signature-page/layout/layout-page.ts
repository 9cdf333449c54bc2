import type {
  FooterBlock,
  PageBlock,
  SignatureBlock,
  TextBlock,
} from '../../../entities/signing/signature-page-design.ts';
import { bandsOf } from './bands.ts';
import { collectNotes } from './notes.ts';
import type { PageFonts } from './page-fonts.ts';
import { consolidate, type PageSigner, type PageToLayOut } from '../signers/page-signer.ts';
import { lookUp, type ValueOf } from '../design/placeholders.ts';
import { gap, heightOf, moved, type Row } from './rows.ts';
import type { Notes } from './set-text.ts';
import { columnOf, cornerCodes, frameOf, type Frame } from './sheet-frame.ts';
import type { BlockBox, PageLayout, Sheet } from './sheet.ts';
import { layoutSignature } from './signature-block.ts';
import { layoutText } from './text-block.ts';

/** Vertical space between blocks, in points. */
const BLOCK_GAP = 18;
/** Vertical space between the signatures of a block. */
const SIGNATURE_GAP = 24;
const FOOTER_GAP = 18;
/** The height of a grid row, and so of a spacer with h = 1. */
const GRID_ROW = 12;
/** The content gets at least this share of a sheet, even with a long footer. */
const CONTENT_SHARE = 0.6;

/** A block, laid out in its column. */
interface SetBlock {
  readonly block: string;
  readonly kind: string;
  readonly signers: readonly string[];
  readonly left: number;
  readonly width: number;
  readonly rows: readonly Row[];
}

/** Blocks that are side by side and stay together on a sheet. `top` is measured from the top of the strip. */
interface Strip {
  readonly blocks: readonly (SetBlock & { readonly top: number })[];
  readonly height: number;
  readonly gapBefore: number;
}

/**
 * Lays out a signature page on sheets. A block that does not fit starts a new sheet, and every sheet has the footer.
 * @param signers the signers who share the page's sheets, in this order
 * @param values the values of custom fields and `document_name`. A signer's own values come first
 */
export function layoutPage(
  page: PageToLayOut,
  signers: readonly PageSigner[],
  values: Readonly<Record<string, string>>,
  fonts: PageFonts,
): PageLayout {
  const { notes, warnings, wanted } = collectNotes();
  const frame = frameOf(page.paper, page.design.margins);
  const valueOf = lookUp(values, sharedValues(signers));
  const setting = { page, values, fonts, notes, frame, valueOf, signers: signers.map(({ id }) => id) };
  if (signers.length === 0) notes.warn({ kind: 'no_signatories' });
  else if (!page.design.blocks.some(isSignature)) notes.warn({ kind: 'no_signature_block' });

  const footers = setFooters(setting);
  const footerHeight = heightOf(footers.flatMap(({ rows }) => rows));
  const bottom = frame.bottom - (footerHeight > 0 ? footerHeight + FOOTER_GAP : 0);
  const height = bottom - frame.top;
  const contents = fillSheets(stripsOf(signers, height, setting), height, notes);
  const corner = page.code === null ? null : cornerCodes(page.code, frame, page.design, fonts, notes);

  const sheets = contents.map((blocks): Sheet => {
    const content = blocks.map((block) => place(block, frame.top + block.top));
    let y = frame.bottom - footerHeight;
    const feet = footers.map((footer) => {
      const placed = place(footer, y);
      y += placed.box.height;
      return placed;
    });
    const placed = [...content, ...feet];
    return {
      width: frame.width,
      height: frame.height,
      runs: [...placed.flatMap(({ runs }) => runs), ...(corner?.runs ?? [])],
      rules: placed.flatMap(({ rules }) => rules),
      fields: placed.flatMap(({ fields }) => fields),
      blocks: placed.map(({ box }) => box),
      codes: corner?.codes ?? [],
    };
  });
  return { sheets, warnings, wanted };
}

interface Setting {
  readonly page: PageToLayOut;
  readonly values: Readonly<Record<string, string>>;
  readonly fonts: PageFonts;
  readonly notes: Notes;
  readonly frame: Frame;
  readonly valueOf: ValueOf;
  /** Everyone who signs the page's sheets. */
  readonly signers: readonly string[];
}

/** The values that all signers have in common. Text outside signature blocks can use them. */
function sharedValues(signers: readonly PageSigner[]): Record<string, string> {
  const [first, ...others] = signers;
  if (!first) return {};
  return Object.fromEntries(
    Object.entries(first.values).filter(([key, value]) =>
      others.every(({ values }) => values[key] === value),
    ),
  );
}

function setFooters(setting: Setting): SetBlock[] {
  const { frame, page, notes } = setting;
  const footers = page.design.blocks.filter(isFooter);
  let room = (frame.bottom - frame.top) * (1 - CONTENT_SHARE);
  return footers
    .toSorted((a, b) => a.grid.y - b.grid.y)
    .map((footer) => {
      const set = setTextBlock(footer, setting);
      const fits = rowsWithin(set.rows, room);
      room -= heightOf(fits);
      if (fits.length < set.rows.length) notes.warn({ kind: 'block_too_tall', block: footer.id });
      return { ...set, rows: fits };
    });
}

function rowsWithin(rows: readonly Row[], height: number): Row[] {
  let used = 0;
  const over = rows.findIndex((row) => {
    used += row.height;
    return used > height;
  });
  return over === -1 ? [...rows] : rows.slice(0, over);
}

/** Lays out the blocks from top to bottom and repeats signature blocks for their signers. */
function stripsOf(signers: readonly PageSigner[], height: number, setting: Setting): Strip[] {
  const { design } = setting.page;
  const narrowest = design.blocks.filter(isSignature).toSorted((a, b) => a.grid.w - b.grid.w)[0];
  const groups = consolidate(signers, design).flatMap((group) =>
    narrowest ? onOneSheet(narrowest, group, height, setting) : [group],
  );
  const bands = bandsOf(design.blocks.filter(({ kind }) => kind !== 'footer'));
  const lastSigned = bands.findLastIndex((band) => band.some(isSignature));
  let next = 0;
  return bands.flatMap((band, at) => {
    const places = band.filter(isSignature).length;
    // Each row of signature blocks takes one group of signers. The last row repeats for the remaining ones.
    const end = at === lastSigned ? groups.length : Math.min(next + places, groups.length);
    const ours = groups.slice(next, end);
    next = end;
    const strips: Strip[] = [];
    let row = 0;
    do {
      const here = ours.slice(row * places, (row + 1) * places);
      strips.push(setStrip(band, here, row, setting));
      row += 1;
    } while (row * places < ours.length);
    return strips;
  });
}

/** Splits entities that share a line but don't fit on one sheet, so that each header is on the same sheet as its line. */
function onOneSheet(
  block: SignatureBlock,
  group: PageSigner[],
  height: number,
  setting: Setting,
): PageSigner[][] {
  if (group.length === 1) return [group];
  const { rows } = setSignature(block, group, { ...setting, notes: collectNotes().notes });
  if (heightOf(rows) <= height) return [group];
  const half = Math.ceil(group.length / 2);
  return [group.slice(0, half), group.slice(half)].flatMap((part) =>
    onOneSheet(block, part, height, setting),
  );
}

function isSignature(block: PageBlock): block is SignatureBlock {
  return block.kind === 'signature';
}

function isFooter(block: PageBlock): block is FooterBlock {
  return block.kind === 'footer';
}

function isText(block: PageBlock): block is TextBlock {
  return block.kind === 'text' || block.kind === 'lead_in' || block.kind === 'witness';
}

function setStrip(
  band: readonly PageBlock[],
  groups: readonly PageSigner[][],
  row: number,
  setting: Setting,
): Strip {
  const placed: Strip['blocks'][number][] = [];
  let signature = 0;
  for (const block of band) {
    // Text beside the signatures is not repeated.
    if (!isSignature(block) && row > 0) continue;
    const group = isSignature(block) ? groups[signature++] : undefined;
    if (isSignature(block) && !group) continue;
    const set = group && isSignature(block) ? setSignature(block, group, setting) : setOther(block, setting);
    stack(placed, set);
  }
  return { blocks: placed, height: bottomOf(placed), gapBefore: row > 0 ? SIGNATURE_GAP : BLOCK_GAP };
}

/** Adds a block below those that it would overlap. */
function stack(placed: Strip['blocks'][number][], set: SetBlock): void {
  const above = placed.filter(({ left, width }) => left < set.left + set.width && set.left < left + width);
  const top = Math.max(0, ...above.map((each) => each.top + heightOf(each.rows) + BLOCK_GAP));
  placed.push({ ...set, top });
}

function bottomOf(blocks: Strip['blocks']): number {
  return Math.max(0, ...blocks.map(({ top, rows }) => top + heightOf(rows)));
}

function setSignature(block: SignatureBlock, group: readonly PageSigner[], setting: Setting): SetBlock {
  const { page, frame, fonts, values, notes } = setting;
  const column = columnOf(block.grid, frame);
  const rows = layoutSignature(group, column.width, { block, font: page.design.font, fonts, values, notes });
  const signers = group.map(({ id }) => id);
  return { block: block.id, kind: block.kind, signers, ...column, rows: atLeast(rows, block.grid.h) };
}

function setOther(block: PageBlock, setting: Setting): SetBlock {
  if (isText(block)) return setTextBlock(block, setting);
  const rows = [gap(block.grid.h * GRID_ROW)];
  return { block: block.id, kind: block.kind, signers: [], ...columnOf(block.grid, setting.frame), rows };
}

function setTextBlock(block: TextBlock | FooterBlock, setting: Setting): SetBlock {
  const { page, frame, fonts, notes, valueOf, signers } = setting;
  const column = columnOf(block.grid, frame);
  const { font, font_size } = page.design;
  const rows = layoutText(block, column.width, {
    font,
    fontSize: font_size,
    fonts,
    valueOf,
    notes,
    signers,
  });
  const tall = block.kind === 'footer' ? rows : atLeast(rows, block.grid.h);
  return { block: block.id, kind: block.kind, signers: [], ...column, rows: tall };
}

/** Adds space below the content if the block's grid height is larger. */
function atLeast(rows: readonly Row[], gridRows: number): Row[] {
  const missing = gridRows * GRID_ROW - heightOf(rows);
  return missing > 0 && gridRows > 1 ? [...rows, gap(missing)] : [...rows];
}

/** Distributes strips to sheets, in order. */
function fillSheets(strips: readonly Strip[], height: number, notes: Notes): Strip['blocks'][number][][] {
  const sheets: Strip['blocks'][number][][] = [[]];
  let used = 0;
  const waiting = [...strips];
  for (let strip = waiting.shift(); strip; strip = waiting.shift()) {
    const before = used > 0 ? strip.gapBefore : 0;
    if (used + before + strip.height <= height + 0.001) {
      sheets.at(-1)?.push(...strip.blocks.map((block) => ({ ...block, top: block.top + used + before })));
      used += strip.height > 0 ? before + strip.height : 0;
    } else if (isEmpty(strip)) {
      // A spacer that does not fit ends this sheet and takes no space on the next.
      used = height;
    } else if (used > 0) {
      sheets.push([]);
      used = 0;
      waiting.unshift(strip);
    } else {
      const [fits, rest] = cut(strip, height);
      for (const { block } of rest.blocks) notes.warn({ kind: 'block_too_tall', block });
      waiting.unshift(fits, rest);
    }
  }
  return sheets;
}

function isEmpty({ blocks }: Strip): boolean {
  return blocks.every(({ rows }) => rows.every(({ runs, rules }) => runs.length === 0 && rules.length === 0));
}

/** Splits a strip that is taller than a sheet between two rows: the part that fits, and the rest. */
function cut(strip: Strip, height: number): [Strip, Strip] {
  const fits: Strip['blocks'][number][] = [];
  const rest: Strip['blocks'][number][] = [];
  for (const block of strip.blocks) {
    const here = rowsWithin(block.rows, height - block.top);
    // A single row that is taller than a sheet would never fit.
    const rows = here.length === 0 && block.top === 0 ? block.rows.slice(0, 1) : here;
    if (rows.length > 0) fits.push({ ...block, rows });
    const left = block.rows.slice(rows.length);
    if (left.length > 0) stack(rest, { ...block, rows: left });
  }
  return [
    { ...strip, blocks: fits, height: Math.min(height, bottomOf(fits)) },
    { ...strip, blocks: rest, height: bottomOf(rest) },
  ];
}

function place({ block, kind, signers, left, width, rows }: SetBlock, top: number) {
  let y = top;
  const placed = rows.map((row) => {
    const at = y;
    y += row.height;
    return {
      runs: moved(row.runs, left, at),
      rules: moved(row.rules, left, at),
      fields: moved(row.fields, left, at),
    };
  });
  const box: BlockBox = { block, kind, signers, x: left, y: top, width, height: y - top };
  return {
    box,
    runs: placed.flatMap(({ runs }) => runs),
    rules: placed.flatMap(({ rules }) => rules),
    fields: placed.flatMap(({ fields }) => fields),
  };
}
