import { describe, expect, it } from 'vitest';
import type { RejectedRow } from '../../db/rows.ts';
import { disputedFields, hasMore } from './rejected/conflict-fields.ts';
import { editInWords, typedText } from './edit-copy.ts';

describe('an edit in words', () => {
  it('says what it was to do, and to what', () => {
    const rename = { name: 'header.rename', args: { label: 'Closing' } };
    expect(editInWords(rename)).toBe('Rename a header to “Closing”');
    expect(editInWords(rename, 'Signing')).toBe('Rename the header “Signing” to “Closing”');
    expect(editInWords({ name: 'item.update', args: { edits: { complete: true } } }, 'Lease')).toBe(
      'Mark the document “Lease” as complete',
    );
  });

  it('calls what is uploaded a file, and what stands on the checklist a document, as the activity does', () => {
    const said = (name: string, args: object = {}) => editInWords({ name, args }, 'Lease');
    expect(said('item.delete')).toBe('Delete the document “Lease” from the checklist');
    expect(said('document.delete')).toBe('Delete the file “Lease”');
    expect(said('document.update')).toBe('Change the file “Lease”');
    expect(said('document.restore', { row: { name: 'Lease' } })).toBe('Restore the file “Lease”');
    expect(said('document.file-version', { filed: true })).toBe('Add the file “Lease” as a new version');
    expect(said('item.set-version')).toBe('Make another version of the document “Lease” the current one');
  });

  it('names the one document that it adds, and counts several', () => {
    const add = (documents: object[]) =>
      editInWords({ name: 'documents.add-to-transaction', args: { documents } });
    expect(add([{ file: { name: 'Lease' } }])).toBe('Add the document “Lease” to the transaction');
    expect(add([{}])).toBe('Add 1 document to the transaction');
    expect(add([{ file: { name: 'Lease' } }, {}])).toBe('Add 2 documents to the transaction');
  });

  it('names the one entry that it was to move', () => {
    const move = { name: 'element.move', args: { ids: ['a'] } };
    expect(editInWords(move, 'Tax opinion')).toBe('Move “Tax opinion” on the checklist');
    expect(editInWords(move)).toBe('Move 1 entry on the checklist');
    expect(editInWords({ ...move, args: { ids: ['a', 'b'] } }, 'Tax opinion')).toBe(
      'Move 2 entries on the checklist',
    );
  });

  it('is readable also where it is damaged, or of a newer version', () => {
    expect(editInWords({ name: 'header.create', args: null })).toBe('Add the header without a name');
    expect(editInWords({ name: 'binder.bind', args: {} })).toBe('binder.bind');
  });

  it('gives back what the person typed, where the edit holds it', () => {
    expect(typedText({ args: { label: 'Closing' } })).toBe('Closing');
    expect(typedText({ args: { name: 'Lease' } })).toBe('Lease');
    expect(typedText({ args: { edits: { name: 'Lease' } } })).toBe('Lease');
    expect(typedText({ args: { edits: { complete: true } } })).toBeNull();
    expect(typedText({ args: { fileName: 'a.pdf', name: 'a' } })).toBeNull();
  });
});

describe('a conflict', () => {
  const edit = { args: { uuid: 'x', edits: { clientName: 'Alder AG', closingDate: null } } };
  const conflict: NonNullable<RejectedRow['conflict']> = {
    fields: ['client_name', 'closing_date'],
    current: { client_name: '', closing_date: '2026-12-01' },
    changedBy: 'Priya Nair',
    changedAt: '2026-11-21T10:42:00Z',
  };

  it('[REJ7] shows each field as either side would have it', () => {
    const [client, closing] = disputedFields(edit, conflict);
    expect(client).toMatchObject({ label: 'Client', mine: '“Alder AG”', theirs: 'Nothing' });
    expect(closing).toMatchObject({ label: 'Closing date', mine: 'No date' });
    expect(closing?.theirs).toMatch(/2026/);
  });

  it('[REJ7] says of what is ticked or not which side has ticked it, by the name that it has on the screen', () => {
    const ticked = { args: { uuid: 'x', edits: { isDeed: true, requiresOriginalSignatures: false } } };
    const meanwhile = {
      ...conflict,
      fields: ['is_deed', 'requires_original_signatures'],
      current: { is_deed: false, requires_original_signatures: true },
    };
    expect(disputedFields(ticked, meanwhile)).toMatchObject([
      { label: 'A deed', mine: 'Yes', theirs: 'No' },
      { label: 'Needs original signatures', mine: 'No', theirs: 'Yes' },
    ]);
  });

  it('[REJ7] names whom a task was given to', () => {
    const given = { args: { uuid: 'x', edits: { assignee: 'u1' } } };
    const meanwhile = { ...conflict, fields: ['assignee'], current: { assignee: null } };
    const people = new Map([['u1', 'Daniel Okafor']]);
    expect(disputedFields(given, meanwhile, people)).toMatchObject([
      { label: 'Given to', mine: 'Daniel Okafor', theirs: 'Nobody yet' },
    ]);
  });

  it('[REJ7] says whether the edit holds more than what is in dispute', () => {
    expect(hasMore(edit, conflict)).toBe(false);
    expect(hasMore(edit, { ...conflict, fields: ['client_name'] })).toBe(true);
    expect(hasMore({ args: { label: 'Closing' } }, { ...conflict, fields: ['label'] })).toBe(false);
  });
});
