import { describe, expect, it } from 'vitest';
import { newDocumentRow } from '../../../../tests/support/rows.ts';
import { newItemRow } from '../../../db/commands/checklist/new-rows.ts';
import type { DealDocument } from '../../../db/queries/documents/deal-documents.ts';
import type { ChecklistRow } from '../../../db/views/checklist-rows.ts';
import type { ChecklistEntry } from '../../../db/views/checklist-snapshot.ts';
import { arrangeDocuments, filterDocuments, type StatusFilter } from './arrange-documents.ts';
import { deleteQuestion } from './delete-question.ts';

const stamp = { userId: 'me', madeAt: '2026-01-01T00:00:00.000Z' };

function queued(name: string, change: Partial<DealDocument> = {}): DealDocument {
  return {
    row: { ...newDocumentRow('deal'), name },
    name,
    status: 'CONVERSION_COMPLETE',
    item: null,
    belongsTo: null,
    versions: 0,
    signingType: 'to_be_signed',
    unsaved: false,
    ...change,
  };
}

/** A document on the checklist, and its row. */
function placed(name: string, number: string): { document: DealDocument; line: ChecklistRow } {
  const document = queued(name);
  document.row.inQueue = false;
  document.item = newItemRow(
    { uuid: `item ${name}`, transaction: 'deal', name: `The ${name}` },
    document.row,
    stamp,
  );
  document.belongsTo = document.item;
  document.name = document.item.name;
  document.row.fileName = `${name.toLowerCase()}_v3.docx`;
  const entry: ChecklistEntry = {
    uuid: `element ${name}`,
    kind: 'item',
    name: `The ${name}`,
    item: document.item,
    task: null,
    document: document.row,
    documentStatus: 'CONVERSION_COMPLETE',
    unsaved: false,
  };
  const line = {
    entry,
    depth: 1,
    number,
    parent: 'top',
    index: 1,
    setSize: 2,
    expandable: false,
    expanded: false,
  };
  return { document, line };
}

const deed = placed('Deed', 'Tab 1');
const bylaws = placed('Bylaws', 'Tab 2');

describe('the documents of a deal', () => {
  it('follow the order of the checklist, and other documents come last', () => {
    const letter = queued('Letter');
    const all = arrangeDocuments([letter, bylaws.document, deed.document], [deed.line, bylaws.line]);
    expect(all.map(({ name, place }) => [name, place?.number ?? null])).toEqual([
      ['The Deed', 'Tab 1'],
      ['The Bylaws', 'Tab 2'],
      ['Letter', null],
    ]);
    expect(all[0]?.place).toEqual({ element: 'element Deed', number: 'Tab 1', name: 'The Deed' });
  });

  it('match a search by their name or their file name', () => {
    const all = arrangeDocuments([deed.document, queued('Letter')], [deed.line]);
    const named = (words: string) => filterDocuments(all, words, 'all').map(({ name }) => name);
    expect([named(' deed '), named('deed_v3.doc'), named('LETT'), named('lease')]).toEqual([
      ['The Deed'],
      ['The Deed'],
      ['Letter'],
      [],
    ]);
  });

  it.each<[StatusFilter, string[]]>([
    ['all', ['Ready', 'Busy', 'Broken']],
    ['ready', ['Ready']],
    ['converting', ['Busy']],
    ['failed', ['Broken']],
    ['queued', ['Ready', 'Busy', 'Broken']],
  ])('are filtered by the state “%s”', (filter, names) => {
    const all = arrangeDocuments(
      [
        queued('Ready'),
        queued('Busy', { status: 'SUCCESS_CONVERTING_DOCUMENT' }),
        queued('Broken', { status: 'FAILED_CONVERTING_DOCUMENT' }),
      ],
      [],
    );
    expect(filterDocuments(all, '', filter).map(({ row }) => row.name)).toEqual(names);
  });
});

describe('the question before a deletion', () => {
  const [first, second, letter] = arrangeDocuments(
    [deed.document, bylaws.document, queued('Letter')],
    [deed.line, bylaws.line],
  );

  it('is skipped if all documents are in the upload queue', () => {
    expect(deleteQuestion([letter!])).toBeNull();
  });

  it('names the items that stay on the checklist', () => {
    expect(deleteQuestion([first!])?.text).toBe(
      'This deletes the file for everyone. “The Deed” (Tab 1) stays on the checklist without a file. It can be restored from Activity for 30 days.',
    );
    expect(deleteQuestion([first!, letter!])?.text).toContain('1 checklist item stays without a file.');
    expect(deleteQuestion([first!, second!, letter!])?.title).toBe('Delete 3 documents?');
  });

  it('is also asked for a version whose item has no current version', () => {
    const version = queued('Draft');
    version.row = { ...version.row, inQueue: false, itemId: 'item' };
    const [shown] = arrangeDocuments([version], []);
    expect(deleteQuestion([shown!])?.text).toBe(
      'This deletes the file for everyone. It can be restored from Activity for 30 days.',
    );
  });
});
