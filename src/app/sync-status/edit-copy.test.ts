import { describe, expect, it } from 'vitest';
import type { RejectedRow } from '../../db/rows.ts';
import { conflictFields, hasOtherFields } from './rejected/conflict-fields.ts';
import { editInWords, typedText } from './edit-copy.ts';

describe('the description of an edit', () => {
  it('names the action and what it changes', () => {
    const rename = { name: 'header.rename', args: { label: 'Closing' } };
    expect(editInWords(rename)).toBe('Rename a header to “Closing”');
    expect(editInWords(rename, 'Signing')).toBe('Rename the header “Signing” to “Closing”');
    expect(editInWords({ name: 'item.update', args: { edits: { complete: true } } }, 'Lease')).toBe(
      'Mark the document “Lease” as complete',
    );
  });

  it('calls an upload a file and a checklist item a document, like the activity page', () => {
    const describeEdit = (name: string, args: object = {}) => editInWords({ name, args }, 'Lease');
    expect(describeEdit('item.delete')).toBe('Delete the document “Lease” from the checklist');
    expect(describeEdit('document.delete')).toBe('Delete the file “Lease”');
    expect(describeEdit('document.update')).toBe('Change the file “Lease”');
    expect(describeEdit('document.restore', { row: { name: 'Lease' } })).toBe('Restore the file “Lease”');
    expect(describeEdit('document.file-version', { filed: true })).toBe(
      'Add the file “Lease” as a new version',
    );
    expect(describeEdit('item.set-version')).toBe(
      'Make another version of the document “Lease” the current one',
    );
  });

  it('names the signatory of a packet, and counts packets to create', () => {
    const sending = { message: 'From the plane.' };
    const send = { name: 'packet.send', args: { to: 'Jane Doe', sending } };
    expect(editInWords(send)).toBe('Send the packet to Jane Doe');
    expect(typedText(send)).toBe('From the plane.');
    const keep = { name: 'packet.send', args: { to: 'Jane Doe', sending: null } };
    expect(editInWords(keep)).toBe('Don’t send the packet to Jane Doe');
    expect(typedText(keep)).toBeNull();
    const create = { name: 'packet.create', args: { packets: [{}, {}] } };
    expect(editInWords(create)).toBe('Create 2 packets');
  });

  it('names the document if one is added, and counts several', () => {
    const add = (documents: object[]) =>
      editInWords({ name: 'documents.add-to-transaction', args: { documents } });
    expect(add([{ file: { name: 'Lease' } }])).toBe('Add the document “Lease” to the transaction');
    expect(add([{}])).toBe('Add 1 document to the transaction');
    expect(add([{ file: { name: 'Lease' } }, {}])).toBe('Add 2 documents to the transaction');
  });

  it('names the item if one is moved, and counts several', () => {
    const move = { name: 'element.move', args: { ids: ['a'] } };
    expect(editInWords(move, 'Tax opinion')).toBe('Move “Tax opinion” on the checklist');
    expect(editInWords(move)).toBe('Move 1 item on the checklist');
    expect(editInWords({ ...move, args: { ids: ['a', 'b'] } }, 'Tax opinion')).toBe(
      'Move 2 items on the checklist',
    );
  });

  it('describes representatives and assignments with the same words as the screens', () => {
    const describeEdit = (name: string, args: object) => editInWords({ name, args });
    expect(describeEdit('representative.create', { title: 'President' })).toBe(
      'Add the representative with the title “President”',
    );
    expect(describeEdit('representative.create', { title: '' })).toBe('Add a representative');
    expect(describeEdit('representative.take-over', { assignments: [{}] })).toBe(
      'Replace a representative on unsent pages',
    );
    expect(describeEdit('signatory.duplicate', { copied: [{}, {}] })).toBe(
      'Copy 2 signatories from another transaction',
    );
    expect(describeEdit('assignment.create', { assignments: [{}, {}] })).toBe('Assign 2 signatures');
    expect(describeEdit('assignment.delete', { assignments: [{}] })).toBe('Unassign 1 signature');
    expect(describeEdit('dynamic-assignment.delete', {})).toBe('Unassign a document from a signing group');
  });

  it('is readable even if the edit is damaged or from a newer version', () => {
    expect(editInWords({ name: 'header.create', args: null })).toBe('Add the header without a name');
    expect(editInWords({ name: 'binder.bind', args: {} })).toBe('binder.bind');
  });

  it('does not include the text that the user typed', () => {
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

  it('[REJ7] shows both values of each field', () => {
    const [client, closing] = conflictFields(edit, conflict);
    expect(client).toMatchObject({ label: 'Client', mine: '“Alder AG”', theirs: 'Empty' });
    expect(closing).toMatchObject({ label: 'Closing date', mine: 'No date' });
    expect(closing?.theirs).toMatch(/2026/);
  });

  it('[REJ7] shows a checkbox as yes or no, with its label', () => {
    const ticked = { args: { uuid: 'x', edits: { isDeed: true, requiresOriginalSignatures: false } } };
    const meanwhile = {
      ...conflict,
      fields: ['is_deed', 'requires_original_signatures'],
      current: { is_deed: false, requires_original_signatures: true },
    };
    expect(conflictFields(ticked, meanwhile)).toMatchObject([
      { label: 'Deed', mine: 'Yes', theirs: 'No' },
      { label: 'Needs original signatures', mine: 'No', theirs: 'Yes' },
    ]);
    const deeds = { args: { uuid: 'x', edits: { isDeedTransaction: true } } };
    const undone = { ...conflict, fields: ['is_deed_transaction'], current: { is_deed_transaction: false } };
    expect(conflictFields(deeds, undone)).toMatchObject([
      { label: 'All documents are deeds', mine: 'Yes', theirs: 'No' },
    ]);
  });

  it('[REJ7] names both people who were chosen to sign for an entity', () => {
    const chosen = { args: { uuid: 'x', edits: { signatory: 'jane', title: 'President' } } };
    const meanwhile = {
      ...conflict,
      fields: ['signatory', 'title'],
      current: { signatory: 'john', title: 'Chair' },
    };
    const names = new Map([['jane', 'Jane Doe']]);
    expect(conflictFields(chosen, meanwhile, undefined, undefined, names)).toMatchObject([
      { label: 'Signatory', mine: 'Jane Doe', theirs: 'Another signatory' },
      { label: 'Title', mine: '“President”', theirs: '“Chair”' },
    ]);
  });

  it('[REJ7] names the field and the signatory of a custom value', () => {
    const set = { args: { values: [{ uuid: 'v1', value: '12-345' }] } };
    const meanwhile = { ...conflict, fields: ['v1'], current: { v1: '98-765' } };
    const labels = new Map([['v1', 'Tax ID of Jane Doe']]);
    expect(conflictFields(set, meanwhile, new Map(), labels)).toMatchObject([
      { label: 'Tax ID of Jane Doe', mine: '“12-345”', theirs: '“98-765”' },
    ]);
    expect(conflictFields(set, meanwhile)).toMatchObject([{ label: 'Value' }]);
  });

  it('[REJ7] names the assignee of a task', () => {
    const given = { args: { uuid: 'x', edits: { assignee: 'u1' } } };
    const meanwhile = { ...conflict, fields: ['assignee'], current: { assignee: null } };
    const people = new Map([['u1', 'Daniel Okafor']]);
    expect(conflictFields(given, meanwhile, people)).toMatchObject([
      { label: 'Assignee', mine: 'Daniel Okafor', theirs: 'Unassigned' },
    ]);
  });

  it('[REJ7] detects whether the edit also changes other fields', () => {
    expect(hasOtherFields(edit, conflict)).toBe(false);
    expect(hasOtherFields(edit, { ...conflict, fields: ['client_name'] })).toBe(true);
    expect(hasOtherFields({ args: { label: 'Closing' } }, { ...conflict, fields: ['label'] })).toBe(false);
  });
});
