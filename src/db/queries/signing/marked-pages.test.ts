import { expect, it } from 'vitest';
import { countMarked } from './marked-pages.ts';

it('counts marked pages and their valid signatures by item, and leaves generated pages out', () => {
  const counts = countMarked(
    [
      { uuid: 'one', item: 'deed', source: 'file' },
      { uuid: 'two', item: 'deed', source: 'file' },
      { uuid: 'three', item: 'letter', source: 'generated' },
    ],
    [
      { itemPageUuid: 'one', status: 'sent' },
      { itemPageUuid: 'one', status: 'rejected' },
      { itemPageUuid: 'two', status: 'assigned' },
      { itemPageUuid: 'three', status: 'assigned' },
    ],
  );
  expect(Object.fromEntries(counts)).toEqual({ deed: { pages: 2, signatures: 2 } });
});
