import { describe, expect, it } from 'vitest';
import type { ChecklistRow } from '../../../../db/views/checklist-rows.ts';
import { newItemRow } from '../../../../db/commands/checklist/new-rows.ts';
import { stepFrom } from './grid-keys.ts';
import { linesOf } from '../../../../contract/rules/signing/assignments/matrix-lines.ts';

/**
 * Rows of a checklist from an outline: `# ` is a header, `- ` is a document that nobody signs, and any other line is a document
 * to be signed.
 */
function checklist(...outline: string[]): ChecklistRow[] {
  return outline.map((line, index) => {
    const name = line.trimStart();
    const isHeader = name.startsWith('# ');
    return {
      entry: {
        uuid: name,
        kind: isHeader ? 'header' : 'item',
        name,
        item: isHeader ? null : itemRow(name, !name.startsWith('- ')),
        task: null,
        document: null,
        documentStatus: null,
        unsaved: false,
      },
      depth: 1 + (line.length - name.length) / 2,
      number: String(index),
      parent: '',
      index: 1,
      setSize: 1,
      expandable: false,
      expanded: false,
    };
  });
}

function itemRow(uuid: string, forSigning: boolean) {
  const stamp = { userId: 'partner', madeAt: '2026-03-02T09:00:00.000Z' };
  return { ...newItemRow({ transaction: 'deal', uuid, name: uuid }, null, stamp), forSigning };
}

const names = (rows: ChecklistRow[], signed: string[] = []) =>
  linesOf(rows, (item) => signed.includes(item)).map(({ name }) => name);

describe('the lines of the matrix', () => {
  it('are the documents to be signed in checklist order, under their headers', () => {
    const rows = checklist('# A', '  # B', '    - Minutes', '  # C', '    SPA', '# D', '  - Memo', 'Letter');
    expect(names(rows)).toEqual(['# A', '# C', 'SPA', 'Letter']);
  });

  it('leave out a header if its documents are all under later headers', () => {
    expect(names(checklist('# A', '  # B', '  SPA'))).toEqual(['# A', 'SPA']);
  });

  it('keep a document with signatures after it was marked as not to be signed', () => {
    expect(names(checklist('- Minutes'), ['- Minutes'])).toEqual(['- Minutes']);
  });
});

describe('the arrow keys', () => {
  const isDocument = (line: number) => [1, 2, 4, 5].includes(line);
  const step = (key: string, line: number, column: number, ctrlKey = false) => {
    const press = { key, ctrlKey, metaKey: false };
    const to = stepFrom({ line, column }, press, { lines: 6, columns: 3 }, 3, isDocument);
    return to && [to.line, to.column];
  };

  it('skip lines that are not documents, and stop at the edges', () => {
    expect(step('ArrowDown', 2, 0)).toEqual([4, 0]);
    expect(step('ArrowUp', 4, 0)).toEqual([2, 0]);
    expect(step('ArrowUp', 1, 0)).toEqual([1, 0]);
    expect(step('ArrowDown', 5, 0)).toEqual([5, 0]);
    expect(step('ArrowRight', 1, 2)).toEqual([1, 2]);
  });

  it('move to the row header on the left, and stop there', () => {
    expect(step('ArrowLeft', 1, 0)).toEqual([1, -1]);
    expect(step('ArrowLeft', 1, -1)).toEqual([1, -1]);
  });

  it('move by pages, and with Ctrl to the ends', () => {
    expect(step('PageDown', 1, 1)).toEqual([4, 1]);
    expect(step('PageUp', 5, 1)).toEqual([2, 1]);
    expect(step('ArrowDown', 1, 1, true)).toEqual([5, 1]);
    expect(step('ArrowUp', 5, 1, true)).toEqual([1, 1]);
    expect(step('Home', 4, 2)).toEqual([4, 0]);
    expect(step('End', 4, 0, true)).toEqual([5, 2]);
    expect(step('a', 1, 1)).toBeNull();
  });
});
