import { expect, it } from 'vitest';
import { filterWords } from './filter-words.ts';

it('names each kind of row that a filter found', () => {
  expect(filterWords({ documents: 3, tasks: 2, headers: 0 })).toBe('3 documents and 2 tasks found');
  expect(filterWords({ documents: 1, tasks: 0, headers: 0 })).toBe('1 document found');
  expect(filterWords({ documents: 2, tasks: 1, headers: 1 })).toBe('2 documents, 1 task, and 1 header found');
  expect(filterWords({ documents: 0, tasks: 0, headers: 0 })).toBe('Nothing found');
});
