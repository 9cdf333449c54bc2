import { describe, expect, it } from 'vitest';
import { assignmentRow, column } from '../../../../tests/support/signing/signing-rows.ts';
import { cellsOf } from './grid/cells.ts';
import { filterMatrix, NO_FILTER, type MatrixFilter } from './matrix-filter.ts';
import type { MatrixLine } from '../../../contract/rules/signing/assignments/matrix-lines.ts';

const line = (kind: MatrixLine['kind'], name: string, depth: number): MatrixLine => ({
  kind,
  uuid: name,
  number: '',
  name,
  depth,
  isMarked: true,
});
const lines = [
  line('header', 'Corporate', 1),
  line('document', 'Charter', 2),
  line('header', 'Finance', 1),
  line('document', 'Note', 2),
  line('document', 'Lease', 1),
];
const jane = { ...column('jane'), representsOnly: true };
const columns = [jane, column('alpha', ['president']), column('omar')];
const cells = new Map([
  ['Charter', cellsOf([assignmentRow({ signatory: 'alpha', status: 'executed' })], [], groups())],
  ['Note', cellsOf([assignmentRow({ signatory: 'omar', status: 'sent' })], [], groups())],
]);

function groups() {
  return { members: new Map<string, string[]>(), nameOf: () => '', follows: true };
}

function filtered(filter: Partial<MatrixFilter>): string {
  const read = (item: string) => cells.get(item) ?? new Map();
  const left = filterMatrix({ lines, columns }, read, { ...NO_FILTER, ...filter });
  return `${left.lines.map(({ name }) => name).join(' ')} / ${left.columns.map(({ name }) => name).join(' ')}`;
}

describe('a filter of the matrix', () => {
  it('finds documents by name, with their headers', () => {
    expect(filtered({ document: ' NOTE ' })).toBe('Finance Note / jane alpha omar');
  });

  it('finds signatories by name', () => {
    expect(filtered({ signatory: 'alp' })).toBe('Corporate Charter Finance Note Lease / alpha');
  });

  it('shows the documents and signatories that have a state', () => {
    expect(filtered({ state: 'executed' })).toBe('Corporate Charter / alpha');
    expect(filtered({ state: 'outstanding' })).toBe('Finance Note / omar');
    expect(filtered({ state: 'rejected' })).toBe(' / ');
  });

  it('leaves out signatories who only represent others, or who have no outstanding signatures', () => {
    expect(filtered({ who: 'parties' })).toBe('Corporate Charter Finance Note Lease / alpha omar');
    expect(filtered({ who: 'outstanding' })).toBe('Corporate Charter Finance Note Lease / omar');
  });
});
