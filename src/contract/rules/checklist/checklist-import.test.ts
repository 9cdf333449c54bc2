import { describe, expect, it } from 'vitest';
import { columnsByHeadings, readChecklistRows } from './checklist-import.ts';

const columns = { place: 0, name: 1, kind: 2 };
const read = (...rows: string[][]) => readChecklistRows(rows, columns, ['No.', 'Name', 'Kind']);
const outline = (...rows: string[][]) =>
  read(...rows).lines.map(({ depth, kind, name }) => `${'  '.repeat(depth)}${kind} ${name}`);
const problems = (...rows: string[][]) => read(...rows).problems;

describe('an imported checklist', () => {
  it('is recognized by its headings, in any order', () => {
    expect(columnsByHeadings(['Type', ' No. ', 'Responsible', 'Document'])).toEqual({
      place: 1,
      name: 3,
      kind: 0,
    });
    expect(columnsByHeadings(['Purchase Agreement', 'signed'])).toBeNull();
  });

  it('gets its levels from numbers, and headers from rows that have others below them', () => {
    expect(
      outline(
        ['1', 'Corporate'],
        ['1.1', 'Bylaws'],
        ['1.2.', 'Good standing', 'task'],
        ['2', ' Deed  of Trust '],
      ),
    ).toEqual(['header Corporate', '  document Bylaws', '  task Good standing', 'document Deed of Trust']);
    expect(outline(['I.', 'A'], ['I.A', 'B'], ['(I.A.a)', 'C'])).toEqual([
      'header A',
      '  header B',
      '    document C',
    ]);
  });

  it('gets its levels from a level column that begins at 1 and repeats', () => {
    expect(outline(['1', 'A'], ['2', 'B'], ['2', 'C'], ['1', 'D'])).toEqual([
      'header A',
      '  document B',
      '  document C',
      'document D',
    ]);
    expect(outline(['1', 'A'], ['2', 'B'], ['3', 'C'])).toEqual(['document A', 'document B', 'document C']);
    const { lines } = readChecklistRows(
      [
        ['1', 'A'],
        ['2', 'B'],
      ],
      columns,
      ['Level', 'Name', 'Kind'],
    );
    expect(lines.map(({ depth }) => depth)).toEqual([0, 1]);
  });

  it('continues at rows without a number, and skips empty ones', () => {
    expect(outline(['1', 'A', 'header'], ['1.1', 'B'], ['', '', ''], ['', 'C'])).toEqual([
      'header A',
      '  document B',
      '  document C',
    ]);
  });

  it.each([
    [[['1', '']], 'It has no name.'],
    [[['1', 'x'.repeat(351)]], 'Its name has more than 350 characters.'],
    [[['1', 'A', 'Covenant']], '“covenant” is not a kind. Use header, document, or task.'],
    [[['1.1', 'A']], 'It is on level 2, but there is no line of level 1 above it.'],
    [
      [
        ['1', 'A', 'task'],
        ['1.1', 'B'],
      ],
      'A task can’t have anything under it.',
    ],
    [
      [
        ['1', 'A', 'document'],
        ['1.1', 'B', 'header'],
      ],
      'A document can only have other documents under it.',
    ],
  ])('reports errors by row: %#', (rows, problem) => {
    expect(problems(...rows)).toEqual([{ row: rows.length + 1, problem }]);
  });

  it('has at most 2,000 rows', () => {
    const rows = Array.from({ length: 2001 }, (_, n) => ['', `Line ${n}`]);
    expect(problems(...rows)).toEqual([{ row: 2, problem: 'The checklist has more than 2000 lines.' }]);
  });
});
