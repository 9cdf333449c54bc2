import type { CodeBar } from '../../src/contract/rules/signature-page/layout/code-bars.ts';
import type { CodeBox, Rule, TextRun } from '../../src/contract/rules/signature-page/layout/sheet.ts';
import type { PacketSheet } from '../../src/contract/rules/signing/packets/packet-sheet.ts';
import { drawCode } from './page-codes.ts';
import type { Ink } from './paint-pdf.ts';
import type { ServerFonts } from './page-fonts.ts';

/** Paints a sheet as an SVG file, with ink on top. Text is drawn as outlines, so the reader needs no fonts. */
export async function paintSvg(
  sheet: PacketSheet,
  { fonts, load }: ServerFonts,
  ink: readonly Ink[] = [],
): Promise<string> {
  const { width, height, runs, rules, codes, copied } = sheet;
  await load(runs.map(({ face }) => face).filter((face) => !fonts.isLoaded(face)));
  const outlines = new Map<string, string>();
  const letters = runs.map((run) => drawRun(run, fonts, outlines));
  const bars = new Map<string, CodeBar[]>();
  for (const { text } of codes) if (!bars.has(text)) bars.set(text, await drawCode(text));
  const shapes = [...outlines].map(([id, outline]) => `<path id="${id}" d="${outline}"/>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${digits(width)} ${digits(height)}">`,
    `<defs>${shapes.join('')}</defs>`,
    `<rect width="${digits(width)}" height="${digits(height)}" fill="#fff"/>`,
    copied ? `<image width="${digits(width)}" height="${digits(height)}" href="${copied.picture}"/>` : '',
    ...letters,
    ...rules.map(drawRule),
    ...codes.map((box) => drawBars(box, bars.get(box.text) ?? [])),
    ...ink.map(drawInk),
    '</svg>',
  ].join('');
}

function drawInk({ x, y, scale, ...ink }: Ink): string {
  const place = `transform="translate(${digits(x)} ${digits(y)}) scale(${digits(scale)})"`;
  return 'outline' in ink
    ? `<path fill="#14264a" ${place} d="${ink.outline}"/>`
    : `<image ${place} width="${ink.width}" height="${ink.height}" href="data:image/png;base64,${ink.picture}"/>`;
}

/** Each letter is defined once and used wherever it appears. */
function drawRun(run: TextRun, fonts: ServerFonts['fonts'], outlines: Map<string, string>): string {
  const scale = run.size / fonts.fontOf(run.face).unitsPerEm;
  let pen = 0;
  const letters = run.glyphs.map(({ id, advance, dx, dy }) => {
    const x = run.x + ((pen + dx) * run.size) / 1000;
    const y = run.y - (dy * run.size) / 1000;
    pen += advance;
    const name = `${run.face}-${id}`;
    if (!outlines.has(name)) outlines.set(name, fonts.outline(run.face, id).toSVG());
    if (outlines.get(name) === '') return '';
    return `<use href="#${name}" transform="matrix(${scale} 0 0 ${-scale} ${digits(x)} ${digits(y)})"/>`;
  });
  return letters.join('');
}

function drawRule({ x, y, width, thickness, style }: Rule): string {
  if (style === 'none') return '';
  const dashes = {
    solid: '',
    dashed: ' stroke-dasharray="4 3"',
    dotted: ` stroke-dasharray="${thickness} 2"`,
  };
  const [left, right, at] = [x, x + width, y].map(digits);
  return `<path d="M${left} ${at}H${right}" stroke="#000" stroke-width="${thickness}"${dashes[style]}/>`;
}

function drawBars({ x, y, size }: CodeBox, bars: readonly CodeBar[]): string {
  const shapes = bars.map((bar) => `M${bar.x} ${bar.y}h${bar.width}v${bar.height}h${-bar.width}z`);
  const place = `translate(${digits(x)} ${digits(y)}) scale(${digits(size)})`;
  return `<path transform="${place}" shape-rendering="crispEdges" d="${shapes.join('')}"/>`;
}

/** Rounds to a thousandth of a point. */
function digits(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
