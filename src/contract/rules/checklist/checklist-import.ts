import { DOCUMENT_NAME_MAX } from '../documents/upload-checks.ts';

export type ImportKind = 'header' | 'document' | 'task';

/** A line of an imported checklist; `depth` 0 = the top level. */
export interface ImportLine {
  /** Its position in the file, from 1. */
  row: number;
  depth: number;
  kind: ImportKind;
  name: string;
}

export interface ImportProblem {
  row: number;
  problem: string;
}

/** The meaning of the columns, from 0; null = no such column. */
export interface ImportColumns {
  place: number | null;
  name: number | null;
  kind: number | null;
}

/** Nobody keeps a longer checklist. */
const LINES_MAX = 2000;

const HEADINGS = {
  place: /^(?:no|nr|num|number|level|index|item (?:no|number)|#)\.?$/i,
  kind: /^(?:kind|type|category)$/i,
  name: /^(?:name|title|document|documents|description|item|closing item|task|checklist)$/i,
} as const;

const KINDS: Record<string, ImportKind> = {
  header: 'header',
  heading: 'header',
  section: 'header',
  folder: 'header',
  document: 'document',
  doc: 'document',
  item: 'document',
  instrument: 'document',
  agreement: 'document',
  task: 'task',
  'to do': 'task',
  todo: 'task',
  action: 'task',
};

/** The columns by their headings; null = the first row has no heading that identifies the names. */
export function columnsByHeadings(head: readonly string[]): ImportColumns | null {
  const indexOf = (pattern: RegExp) => {
    const found = head.findIndex((cell) => pattern.test(cell.trim()));
    return found < 0 ? null : found;
  };
  const name = indexOf(HEADINGS.name);
  return name === null ? null : { place: indexOf(HEADINGS.place), name, kind: indexOf(HEADINGS.kind) };
}

/**
 * Reads a checklist's rows. A place is a number such as `2.1` or `II.A`, whose parts are the levels. It is the level
 * itself if the heading says so, or if all are whole numbers that begin at 1 and repeat. `head`: the headings; null =
 * the first row has none. Without a kind, a line with lines below it is a header.
 */
export function readChecklistRows(
  rows: readonly (readonly string[])[],
  columns: ImportColumns,
  head: readonly string[] | null,
): { lines: ImportLine[]; problems: ImportProblem[] } {
  const firstRow = head ? 2 : 1;
  const areLevels = columns.place !== null && /^level$/i.test(head?.[columns.place]?.trim() ?? '');
  const cellOf = (cells: readonly string[], column: number | null) =>
    column === null ? '' : (cells[column] ?? '').replaceAll(/\s+/g, ' ').trim();
  const filled = rows
    .map((cells, index) => ({
      row: firstRow + index,
      place: cellOf(cells, columns.place),
      name: cellOf(cells, columns.name),
      kind: cellOf(cells, columns.kind).toLowerCase(),
    }))
    .filter(({ place, name, kind }) => place !== '' || name !== '' || kind !== '');
  const depthOf = depthBy(
    filled.map(({ place }) => place),
    areLevels,
  );
  const problems: ImportProblem[] = [];
  const lines: ImportLine[] = [];
  const depths = filled.map(({ place }) => (place === '' ? null : depthOf(place)));
  for (const [index, { row, name, kind }] of filled.entries()) {
    const before = lines.at(-1);
    const depth = depths[index] ?? before?.depth ?? 0;
    const next = depths[index + 1] ?? depth;
    const said = kind === '' ? (next > depth ? 'header' : 'document') : KINDS[kind];
    const problem = problemOf(name, kind, said, depth, parentAt(lines, depth));
    if (problem !== null) problems.push({ row, problem });
    lines.push({ row, depth, kind: said ?? 'document', name });
  }
  if (lines.length > LINES_MAX)
    problems.push({ row: firstRow, problem: `The checklist has more than ${LINES_MAX} lines.` });
  return { lines, problems };
}

/** The parent of the next line at this depth; undefined = no such line is possible. */
function parentAt(lines: readonly ImportLine[], depth: number): ImportLine | null | undefined {
  if (depth === 0) return null;
  const parent = lines.findLast((line) => line.depth < depth);
  return parent?.depth === depth - 1 ? parent : undefined;
}

function problemOf(
  name: string,
  kind: string,
  said: ImportKind | undefined,
  depth: number,
  parent: ImportLine | null | undefined,
): string | null {
  if (name === '') return 'It has no name.';
  if (name.length > DOCUMENT_NAME_MAX) return `Its name has more than ${DOCUMENT_NAME_MAX} characters.`;
  if (!said) return `“${kind}” is not a kind. Use header, document, or task.`;
  if (parent === undefined)
    return `It is on level ${depth + 1}, but there is no line of level ${depth} above it.`;
  if (parent?.kind === 'task') return 'A task can’t have anything under it.';
  if (parent?.kind === 'document' && said !== 'document')
    return 'A document can only have other documents under it.';
  return null;
}

function depthBy(places: readonly string[], saidLevels: boolean): (place: string) => number {
  const known = places.filter((place) => place !== '');
  const areWhole = known.every((place) => /^[1-9]$/.test(place));
  const comeAgain = known[0] === '1' && new Set(known).size < known.length;
  const areLevels = areWhole && (saidLevels || comeAgain);
  if (areLevels) return (place) => Number(place) - 1;
  return (place) => place.replaceAll(/^[.()\s]+|[.()\s]+$/g, '').split('.').length - 1;
}
