import { expect, test } from 'vitest';
import { RecentTexts } from './recent-texts.ts';

test('evicts the least recently used text to make room for a new one', () => {
  const texts = new RecentTexts(12);
  texts.set('a', '12345');
  texts.set('b', '12345');
  texts.get('a');
  texts.set('c', '12345');
  expect([texts.get('a'), texts.get('b'), texts.get('c')]).toEqual(['12345', undefined, '12345']);
});

test('replacing a text under the same key frees only its own room', () => {
  const texts = new RecentTexts(12);
  texts.set('a', '12345');
  texts.set('a', '54321');
  texts.set('b', '12345');
  expect([texts.get('a'), texts.get('b')]).toEqual(['54321', '12345']);
});

test('a text larger than the whole cache is not stored', () => {
  const texts = new RecentTexts(4);
  texts.set('a', '12345');
  expect(texts.get('a')).toBeUndefined();
});
