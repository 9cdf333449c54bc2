import { expect, it } from 'vitest';
import { turns } from './in-turn.ts';

it('what was dropped first is handed over first, also where it takes longer to be read', async () => {
  const inTurn = turns();
  const folder = Promise.withResolvers<string>();
  const handedOver: string[] = [];
  const handOver = async (name: string) => {
    handedOver.push(name);
  };
  const both = [inTurn(folder.promise, handOver), inTurn(Promise.resolve('file'), handOver)];
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(handedOver).toEqual([]);
  folder.resolve('folder');
  await Promise.all(both);
  expect(handedOver).toEqual(['folder', 'file']);
});

it('waits for no copy to end, and for nothing that could not be read', async () => {
  const inTurn = turns();
  const copied = Promise.withResolvers<void>();
  const copying = inTurn(Promise.resolve(), async () => copied.promise);
  await expect(inTurn(Promise.reject(new Error('gone')), async () => undefined)).rejects.toThrow('gone');
  let handedOver = false;
  await inTurn(Promise.resolve(), async () => {
    handedOver = true;
  });
  expect(handedOver).toBe(true);
  copied.resolve();
  await copying;
});
