import { expect, it } from 'vitest';
import { assignmentRow } from '../../../../../tests/support/signing/signing-rows.ts';
import { newItemRow } from '../../../commands/checklist/new-rows.ts';
import { generatedPage } from '../../../commands/signing/pages/new-page.ts';
import { assigned, pagesOf } from './signature-pages.ts';

it('prints the lines for a witness on every page to be signed if all documents of the transaction are deeds', () => {
  const stamp = { madeAt: '2026-01-01T00:00:00.000Z', userId: 'partner' };
  const item = newItemRow({ transaction: 'deal', uuid: 'lease', name: 'Lease' }, null, stamp);
  const rowsOf = (change: Partial<typeof item>) => ({ items: new Map([['lease', { ...item, ...change }]]) });
  const isWitnessed = (change: Partial<typeof item>, isDeedTransaction: boolean) =>
    assigned([assignmentRow({ item: 'lease' })], rowsOf(change), { isDeedTransaction })[0]?.needsWitness;
  expect(isWitnessed({ forSigning: true }, false)).toBe(false);
  expect(isWitnessed({ forSigning: true, isDeed: true }, false)).toBe(true);
  expect(isWitnessed({ forSigning: true }, true)).toBe(true);
  expect(isWitnessed({ forSigning: false }, true)).toBe(false);
});

it('shows a page of a newer version with its signatures but without a design, and the other pages as usual', () => {
  const stamp = { madeAt: '2026-01-01T00:00:00.000Z', userId: 'partner' };
  const page = (uuid: string, order: number) =>
    generatedPage({ uuid, transaction: 'deal', item: 'spa', order }, stamp);
  const [usual, newer, newerBlock, newKind] = ['usual', 'newer', 'newer block', 'new kind'].map(page);
  if (!usual || !newer || !newerBlock || !newKind) throw new Error('There are too few pages.');
  const grid = { x: 0, y: 9, w: 12, h: 2 };
  const rows = [
    usual,
    { ...newer, designVersion: 2, watermark: { text: 'Draft' } },
    { ...newerBlock, blocks: [{ id: 'signature', kind: 'signature', grid, designVersion: 2 }] },
    { ...newKind, blocks: [...newKind.blocks, { id: 'seal', kind: 'seal', grid, fileKey: 'seal.svg' }] },
  ];
  const signed = assignmentRow({ item: 'spa', itemPageUuid: 'newer' });
  const none = new Map<string, never>();
  const shown = pagesOf(
    {
      items: none,
      signatories: none,
      representatives: none,
      customKeys: none,
      customValues: none,
      signingGroups: none,
      dynamicAssignments: none,
      assignments: new Map([[signed.uuid, signed]]),
      signaturePages: new Map(rows.map((row) => [row.uuid, row])),
    },
    { uuid: 'deal', isDeedTransaction: false },
  ).get('spa');
  const problem = 'A newer version of Counterpart made this design. Reload to update, then try again.';
  expect(shown?.map((each) => [each.row.uuid, each.problem, each.design === null, each.signatures])).toEqual([
    ['usual', null, false, 0],
    ['newer', problem, true, 1],
    ['newer block', problem, true, 0],
    ['new kind', null, false, 0],
  ]);
  expect(shown?.[3]?.design?.blocks.at(-1)).toEqual({ id: 'seal', kind: 'seal', grid, file_key: 'seal.svg' });
});
