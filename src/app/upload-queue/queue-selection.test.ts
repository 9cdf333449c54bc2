import { describe, expect, it } from 'vitest';
import { newQueueEntry as entry } from '../../../tests/support/rows.ts';
import {
  addState,
  hasUnsaved,
  inGroups,
  NOTHING_SELECTED,
  queueSummary,
  selectionAfter,
  selectionWith,
} from './queue-selection.ts';

const none: ReadonlySet<string> = new Set();

/** A selection made by the user. */
const chosen = (...uuids: string[]) => selectionWith(NOTHING_SELECTED, { uuids, on: true });

describe('the selected documents of the queue', () => {
  it('include a document when its conversion newly completes', () => {
    const before = [entry('deed', 'SUCCESS_CONVERTING_DOCUMENT'), entry('lease', 'QUEUED')];
    const now = [entry('deed', 'CONVERSION_COMPLETE'), entry('lease', 'QUEUED')];
    expect([...selectionAfter(NOTHING_SELECTED, before, now).selected]).toEqual(['deed']);
  });

  it('leave out a complete document that the user has deselected', () => {
    const same = [entry('deed', 'CONVERSION_COMPLETE')];
    expect(selectionAfter(NOTHING_SELECTED, same, same)).toBe(NOTHING_SELECTED);
  });

  it.for([null, []])('include documents that enter an empty queue (%j), but not failed ones', (before) => {
    const now = [
      entry('deed', 'CONVERSION_COMPLETE'),
      entry('broken', 'FAILED_CONVERTING_DOCUMENT'),
      entry('lease', 'QUEUED'),
    ];
    expect([...selectionAfter(NOTHING_SELECTED, before, now).selected]).toEqual(['deed']);
  });

  it('no longer include what was in the queue when the page opened, once something new is uploaded', () => {
    const old = [entry('old draft', 'CONVERSION_COMPLETE'), entry('older draft', 'CONVERSION_COMPLETE')];
    const opened = selectionAfter(NOTHING_SELECTED, null, old);
    expect([...opened.selected]).toEqual(['old draft', 'older draft']);
    // The user selects one of them again.
    const touched = selectionWith(opened, { uuids: ['older draft'], on: true });
    const coming = [...old, entry('deed', 'QUEUED')];
    const uploading = selectionAfter(touched, old, coming);
    expect([...uploading.selected]).toEqual(['older draft']);
    const done = [...old, entry('deed', 'CONVERSION_COMPLETE')];
    expect([...selectionAfter(uploading, coming, done).selected]).toEqual(['older draft', 'deed']);
  });

  it('stay selected when the next upload starts', () => {
    const first = [entry('deed', 'CONVERSION_COMPLETE')];
    const opened = selectionAfter(NOTHING_SELECTED, null, []);
    const selected = selectionAfter(
      selectionAfter(opened, [], [entry('deed', 'QUEUED')]),
      [entry('deed', 'QUEUED')],
      first,
    );
    const next = [...first, entry('lease', 'QUEUED')];
    expect([...selectionAfter(selected, first, next).selected]).toEqual(['deed']);
  });

  it('leave out documents that another participant uploads', () => {
    const theirs = { ...entry('theirs', 'CONVERSION_COMPLETE'), byAnother: true };
    const before = [{ ...theirs, status: 'SUCCESS_CONVERTING_DOCUMENT' as const }];
    expect(selectionAfter(NOTHING_SELECTED, before, [theirs]).selected.size).toBe(0);
    expect(selectionAfter(NOTHING_SELECTED, [], [theirs]).selected.size).toBe(0);
  });

  it('leave out a document whose conversion newly fails, unless the user selects it again', () => {
    const before = [entry('deed', 'CONVERSION_COMPLETE'), entry('broken', 'SUCCESS_CREATING_DOCUMENT')];
    const now = [entry('deed', 'CONVERSION_COMPLETE'), entry('broken', 'FAILED_CONVERTING_DOCUMENT')];
    const both = chosen('deed', 'broken');
    expect([...selectionAfter(both, before, now).selected]).toEqual(['deed']);
    expect(selectionAfter(both, now, now)).toBe(both);
  });

  it('leave out documents that have left the queue', () => {
    const before = [entry('deed', 'CONVERSION_COMPLETE'), entry('lease', 'CONVERSION_COMPLETE')];
    const now = [entry('lease', 'CONVERSION_COMPLETE')];
    expect([...selectionAfter(chosen('deed', 'lease'), before, now).selected]).toEqual(['lease']);
  });
});

describe('Add N documents to transaction', () => {
  const queue = [
    entry('deed', 'CONVERSION_COMPLETE'),
    entry('lease', 'SUCCESS_CREATING_DOCUMENT'),
    entry('broken', 'FAILED_CONVERTING_DOCUMENT'),
  ];

  it('is enabled once every selected document is converted', () => {
    expect(addState(queue, new Set(['deed']), false)).toEqual({
      enabled: true,
      label: 'Add 1 document to transaction',
      hint: null,
    });
  });

  it('stays disabled without a selection, during a conversion, after a failure, and while adding', () => {
    expect(addState(queue, none, false)).toMatchObject({
      enabled: false,
      label: 'Add 0 documents to transaction',
    });
    expect(addState(queue, new Set(['deed', 'lease']), false)).toMatchObject({
      enabled: false,
      hint: '1 document isn’t ready yet.',
    });
    expect(addState(queue, new Set(['deed', 'broken']), false).enabled).toBe(false);
    expect(addState(queue, new Set(['deed']), true).enabled).toBe(false);
  });
});

describe('the queue as a whole', () => {
  it('counts files that the server still lacks as unsaved, but not files that can never be uploaded', () => {
    expect(hasUnsaved([entry('a', 'UPLOADING_FILE_TO_STORE')])).toBe(true);
    expect(hasUnsaved([entry('a', 'FAILED_CREATING_DOCUMENT')])).toBe(true);
    expect(hasUnsaved([entry('a', 'FAILED_DROP'), entry('b', 'SUCCESS_CREATING_DOCUMENT')])).toBe(false);
    expect(hasUnsaved([{ ...entry('a', 'FAILED_CREATING_DOCUMENT'), evicted: true }])).toBe(false);
  });

  it('lists documents that need the user first, failed ones on top, each group in upload order', () => {
    const queue = [
      entry('a', 'CONVERSION_COMPLETE'),
      { ...entry('twin', 'QUEUED'), duplicateOf: 'Lease' },
      entry('b', 'FAILED_DROP'),
      entry('c', 'UPLOADING_FILE_TO_STORE'),
      entry('d', 'FAILED_CONVERTING_DOCUMENT'),
    ];
    const { stuck, others } = inGroups(queue);
    expect(stuck.map(({ uuid }) => uuid)).toEqual(['b', 'd', 'twin']);
    expect(others.map(({ uuid }) => uuid)).toEqual(['a', 'c']);
  });

  it('summarizes the queue for the tooltip', () => {
    expect(queueSummary([entry('a', 'CONVERSION_COMPLETE'), entry('b', 'FAILED_DROP')])).toEqual({
      complete: '1 of 2 documents complete.',
      failed: 'Failed to upload 1 of 2 documents.',
    });
    expect(queueSummary([entry('a', 'QUEUED')]).failed).toBeNull();
  });
});
