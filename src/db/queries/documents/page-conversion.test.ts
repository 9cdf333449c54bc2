import { beforeEach, expect, it } from 'vitest';
import { MirrorDatabase } from '../../database.ts';
import { newUuid } from '../../uuid.ts';
import { pageConversionMs } from './page-conversion.ts';

let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  return async () => db.delete();
});

it('the estimate for a page comes from the server', async () => {
  await db.meta.put({ key: 'config', value: { page_conversion_ms: 250 } });
  expect(await pageConversionMs(db)).toBe(250);
});

it.for([undefined, null, {}, { page_conversion_ms: 0 }, { page_conversion_ms: 'soon' }])(
  'the estimate for a page is 400 ms if the server says %j',
  async (value) => {
    if (value !== undefined) await db.meta.put({ key: 'config', value });
    expect(await pageConversionMs(db)).toBe(400);
  },
);
