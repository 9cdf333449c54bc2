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

test('replacing a text under the same key frees only that text’s space', () => {
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

test('when several readers request a text at once, only one of them reads it', async () => {
  const texts = new RecentTexts(100);
  let reads = 0;
  const read = async () => {
    reads += 1;
    await Promise.resolve();
    texts.set('a', 'text');
    return 'read';
  };
  const answers = await Promise.all([1, 2, 3].map(async () => texts.getOrRead('a', read)));
  expect(answers).toEqual([{ result: 'read' }, { text: 'text' }, { text: 'text' }]);
  expect(reads).toBe(1);
});

test('after a read that failed or stored nothing, each of the others reads on its own', async () => {
  const texts = new RecentTexts(100);
  const failing = texts.getOrRead('a', async () => Promise.reject(new Error('lost')));
  const others = [1, 2].map(async (n) => texts.getOrRead('a', async () => Promise.resolve(n)));
  await expect(failing).rejects.toThrow('lost');
  expect(await Promise.all(others)).toEqual([{ result: 1 }, { result: 2 }]);
});
