import { expect, it } from 'vitest';
import { turns } from './in-turn.ts';

const DEAL = 'deal';

function receiver() {
  const handedOver: string[] = [];
  const handOver = async (name: string) => {
    handedOver.push(name);
  };
  return { handedOver, handOver };
}

it('hands over files in the order of the drops, even if an earlier drop takes longer to read', async () => {
  const inTurn = turns();
  const folder = Promise.withResolvers<string>();
  const { handedOver, handOver } = receiver();
  const both = [inTurn(DEAL, folder.promise, handOver), inTurn(DEAL, Promise.resolve('file'), handOver)];
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(handedOver).toEqual([]);
  folder.resolve('folder');
  await Promise.all(both);
  expect(handedOver).toEqual(['folder', 'file']);
});

it('a slow folder does not delay the files of another deal or files without a deal', async () => {
  const inTurn = turns();
  const folder = Promise.withResolvers<string>();
  const { handedOver, handOver } = receiver();
  const slow = inTurn(DEAL, folder.promise, handOver);
  await inTurn('another', Promise.resolve('file'), handOver);
  await inTurn(null, Promise.resolve('opened'), handOver);
  expect(handedOver).toEqual(['file', 'opened']);
  folder.resolve('folder');
  await slow;
  expect(handedOver).toEqual(['file', 'opened', 'folder']);
});

it('does not wait for a running copy or a failed read', async () => {
  const inTurn = turns();
  const copied = Promise.withResolvers<void>();
  const copying = inTurn(DEAL, Promise.resolve(), async () => copied.promise);
  await expect(inTurn(DEAL, Promise.reject(new Error('gone')), async () => undefined)).rejects.toThrow(
    'gone',
  );
  let handedOver = false;
  await inTurn(DEAL, Promise.resolve(), async () => {
    handedOver = true;
  });
  expect(handedOver).toBe(true);
  copied.resolve();
  await copying;
});
