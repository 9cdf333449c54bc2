import { expect, test } from 'vitest';
import { addFiledItem } from '../support/deal-with-rows.ts';
import { client, openSigning, server, team } from '../signing/open-signing.ts';
import { releaseItems } from './release-items.ts';

openSigning();

async function collationOf(item: string) {
  return server.services.db.selectFrom('collations').selectAll().where('item', '=', item).executeTakeFirst();
}

test('a document is collated once its last signature is released, and keeps the effective date of an earlier release', async () => {
  const { filed: item, document } = await addFiledItem(server, client, team.deal, [1]);
  const [jane, john] = [await team.person('Jane Doe'), await team.person('John Roe')];
  const first = await team.assign(item, jane);
  const second = await team.assign(item, john);
  await team.status(first.uuid, 'executed');
  await team.status(second.uuid, 'sent');
  expect(await releaseItems(server, team.deal, [item], '2026-12-01')).toEqual([]);
  expect((await client.get(`/transactions/item/${item}`)).body.collation).toBe('none');

  await team.status(second.uuid, 'executed');
  expect(await releaseItems(server, team.deal, [item])).toEqual([item]);
  expect(await collationOf(item)).toMatchObject({ document, effective_date: '2026-12-01' });
});

test('a document whose other signature was rejected is collated', async () => {
  const { filed: item } = await addFiledItem(server, client, team.deal, [1]);
  const jane = await team.person('Jane Doe');
  const rejected = await team.assign(item, jane);
  await team.status(rejected.uuid, 'rejected');
  const again = await team.assign(item, jane);
  await team.status(again.uuid, 'executed');
  expect(await releaseItems(server, team.deal, [item, item])).toEqual([item]);
});

test('a document without a file or without signatures is not collated', async () => {
  const drafted = await team.item('To be drafted');
  const { uuid } = await team.assign(drafted, await team.person('Jane Doe'));
  await team.status(uuid, 'executed');
  const { filed: unsigned } = await addFiledItem(server, client, team.deal, [1]);
  expect(await releaseItems(server, team.deal, [drafted, unsigned])).toEqual([]);
});
