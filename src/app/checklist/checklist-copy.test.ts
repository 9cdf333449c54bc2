import { expect, it } from 'vitest';
import { matchesFound } from './checklist-copy.ts';

it('lists each kind of row that a filter found', () => {
  expect(matchesFound({ documents: 3, tasks: 2, headers: 0 })).toBe('3 documents and 2 tasks found');
  expect(matchesFound({ documents: 1, tasks: 0, headers: 0 })).toBe('1 document found');
  expect(matchesFound({ documents: 2, tasks: 1, headers: 1 })).toBe(
    '2 documents, 1 task, and 1 header found',
  );
  expect(matchesFound({ documents: 0, tasks: 0, headers: 0 })).toBe('No results');
});
