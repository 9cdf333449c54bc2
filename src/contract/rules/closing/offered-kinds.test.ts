import { describe, expect, test } from 'vitest';
import type { AssignmentStatus } from '../signing/assignments/assignment-status.ts';
import { downloadFacts, offeredKinds } from './offered-kinds.ts';

const facts = (statuses: AssignmentStatus[], more = {}) =>
  downloadFacts({
    hasFile: true,
    isForSigning: true,
    isFullyExecuted: false,
    pages: 1,
    statuses,
    hasBlankInBody: false,
    ...more,
  });

const memo = facts([], { isForSigning: false, pages: 0 });
const draft = facts([], { hasFile: false, isForSigning: false, pages: 0 });

describe('the kinds of download that are offered', () => {
  test('for a document that nobody signs are only its file', () => {
    expect(offeredKinds([memo], [])).toEqual(['executed_item']);
  });

  test('are empty for a document without a file', () => {
    expect(offeredKinds([draft], [])).toEqual([]);
  });

  test('for a document that was uploaded as executed are only its file', () => {
    expect(offeredKinds([facts(['sent'], { isFullyExecuted: true })], [])).toEqual(['executed_item']);
  });

  test('for a document that is out for signature include no signed pages', () => {
    expect(offeredKinds([facts(['sent', 'rejected'])], [])).toEqual([
      'executed_item',
      'executed_item_without_unexecuted_pages',
      'unexecuted_packets',
      'unexecuted_item',
      'nonexecutable_item',
    ]);
  });

  test('for a document whose signatures are held are the same as for an unsigned one', () => {
    expect(offeredKinds([facts(['executed'])], [])).toEqual(offeredKinds([facts(['sent'])], []));
  });

  test('for a released document include nothing outstanding', () => {
    expect(offeredKinds([facts(['released', 'superseded'])], [])).toEqual([
      'executed_item',
      'executed_sigs',
      'unexecuted_item',
      'nonexecutable_item',
    ]);
  });

  test('for a released document with a marked page that nobody signs include it without that page', () => {
    const released = facts(['released'], { pages: 2, hasBlankInBody: true });
    expect(offeredKinds([released], [])).toContain('executed_item_without_unexecuted_pages');
  });

  test('for a document with attachments include them, with and without their unsigned pages', () => {
    expect(offeredKinds([memo], [facts(['released']), facts(['sent'])])).toEqual([
      'executed_item_with_attachments',
      'executed_item_with_attachments_without_unexecuted_pages',
      'executed_item',
    ]);
    expect(offeredKinds([memo], [draft])).toEqual(['executed_item']);
  });
});
