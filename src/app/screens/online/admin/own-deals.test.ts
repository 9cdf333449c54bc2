import { expect, it } from 'vitest';
import { formatDate } from '../../../lib/format/dates.ts';
import { describeDeal } from './own-deals.ts';

const bare = { name: 'Project Alder', clientName: '', matterNumber: '', closingDate: null };

it.each([
  [{}, ''],
  [{ clientName: 'Hornbeam Holdings' }, ', Hornbeam Holdings'],
  [{ matterNumber: '4711' }, ', Matter 4711'],
  [{ closingDate: '2026-12-03' }, `, closing ${formatDate('2026-12-03')}`],
  [
    { clientName: 'Hornbeam Holdings', matterNumber: '4711', closingDate: '2026-12-03' },
    `, Hornbeam Holdings, Matter 4711, closing ${formatDate('2026-12-03')}`,
  ],
])('describeDeal distinguishes transactions with the same name: %j', (facts, said) => {
  expect(describeDeal({ ...bare, ...facts })).toBe(`Project Alder${said}`);
});
