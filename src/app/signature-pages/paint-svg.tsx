import { memo, useId } from 'react';
import type { CodeBar } from '../../contract/rules/signature-page/layout/code-bars.ts';
import type { LoadedFonts } from '../../contract/rules/signature-page/layout/page-fonts.ts';
import { sheetText } from '../../contract/rules/signature-page/layout/sheet-text.ts';
import type {
  CodeBox,
  FaceId,
  Rule,
  Sheet,
  TextRun,
} from '../../contract/rules/signature-page/layout/sheet.ts';

interface SheetPictureProps {
  sheet: Sheet;
  fonts: LoadedFonts;
  /** The bars of the sheet's codes, by text. A code without bars is shown as an empty box. */
  codes: ReadonlyMap<string, readonly CodeBar[]>;
  /** The accessible name of the picture, such as "Signature page, sheet 1 of 2". */
  label: string;
}

/**
 * A sheet as an SVG picture that fills the width of its parent. Text is drawn as glyph outlines: the browser would shape it
 * differently and move it.
 */
export function SheetPicture({ sheet, fonts, codes, label }: SheetPictureProps) {
  const description = useId();
  const { width, height, runs, rules, codes: boxes } = sheet;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} aria-describedby={description}>
      <desc id={description}>{sheetText(sheet)}</desc>
      <rect width={width} height={height} fill="#fff" />
      {runs.map((run, at) => (
        <RunPicture key={at} run={run} fonts={fonts} />
      ))}
      {rules.map((rule, at) => (
        <RulePicture key={at} rule={rule} />
      ))}
      {boxes.map((box, at) => (
        <CodePicture key={at} box={box} bars={codes.get(box.text)} />
      ))}
    </svg>
  );
}

const RunPicture = memo(function RunPicture({ run, fonts }: { run: TextRun; fonts: LoadedFonts }) {
  const scale = run.size / fonts.fontOf(run.face).unitsPerEm;
  return (
    <g transform={`translate(${run.x} ${run.y})`}>
      {placesOf(run).map(({ id, x, y }, at) => {
        const outline = outlineOf(fonts, run.face, id);
        if (outline === '') return null;
        return <path key={at} transform={`matrix(${scale} 0 0 ${-scale} ${x} ${y})`} d={outline} />;
      })}
    </g>
  );
});

/** Returns the positions of a run's glyphs, relative to its start. */
function placesOf({ glyphs, size }: TextRun): { id: number; x: number; y: number }[] {
  let pen = 0;
  return glyphs.map(({ id, advance, dx, dy }) => {
    const place = { id, x: ((pen + dx) * size) / 1000, y: (-dy * size) / 1000 };
    pen += advance;
    return place;
  });
}

const outlines = new WeakMap<LoadedFonts, Map<string, string>>();

function outlineOf(fonts: LoadedFonts, face: FaceId, glyph: number): string {
  const known = outlines.get(fonts) ?? new Map<string, string>();
  outlines.set(fonts, known);
  const key = `${face} ${glyph}`;
  const outline = known.get(key) ?? fonts.outline(face, glyph).toSVG();
  known.set(key, outline);
  return outline;
}

function RulePicture({ rule: { x, y, width, thickness, style } }: { rule: Rule }) {
  if (style === 'none') return null;
  const dashes = { solid: undefined, dashed: '4 3', dotted: `${thickness} 2` };
  return (
    <line
      x1={x}
      x2={x + width}
      y1={y}
      y2={y}
      stroke="#000"
      strokeWidth={thickness}
      strokeDasharray={dashes[style]}
    />
  );
}

function CodePicture({ box: { x, y, size }, bars }: { box: CodeBox; bars: readonly CodeBar[] | undefined }) {
  if (!bars)
    return <rect x={x} y={y} width={size} height={size} fill="none" stroke="#000" strokeWidth={0.5} />;
  const shapes = bars.map((bar) => `M${bar.x} ${bar.y}h${bar.width}v${bar.height}h${-bar.width}z`);
  return (
    <path transform={`translate(${x} ${y}) scale(${size})`} shapeRendering="crispEdges" d={shapes.join('')} />
  );
}
