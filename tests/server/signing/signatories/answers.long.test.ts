import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Answer } from '../../support/test-client.ts';
import { client, openSigning, team } from '../open-signing.ts';

openSigning({ role: 'web' });

/**
 * Sends a call twice with one key, and returns the second response, which is built from the ids of the first.
 */
async function again(send: (extra: { headers: Record<string, string> }) => Promise<Answer>): Promise<Answer> {
  const extra = { headers: { 'idempotency-key': v7() } };
  const first = await send(extra);
  const second = await send(extra);
  expect(second.body).toEqual(first.body);
  return second;
}

async function listed(path: string, uuid: string) {
  return (await team.list(path)).find((row) => row.uuid === uuid);
}

test('adding or editing a signatory returns it as in the list', async () => {
  const [alpha, beta, jane] = [
    await team.entity('Alpha'),
    await team.entity('Beta'),
    await team.person('Jane'),
  ];
  await team.relation(alpha, jane, 'CEO');
  await team.relation(beta, alpha, 'Manager');
  const [{ uuid: custom_key }] = (
    await client.post('/transactions/custom_key/bulk_create', {
      transaction: team.deal,
      custom_keys: [{ key: 'Company' }],
    })
  ).body;
  const value = { uuid: v7(), signatory: alpha, custom_key, value: 'Alpha, Inc.' };
  await client.post('/transactions/custom_value/bulk_set', { transaction: team.deal, values: [value] });
  await team.assign(await team.item('SPA'), alpha);
  const edited = await again((extra) => client.patch(`/signatory/${alpha}`, { address: '1 Main St' }, extra));
  expect(edited.body).toMatchObject({
    organizations: [{ uuid: beta, full_name: 'Beta', title: 'Manager' }],
    organization_relations: [{}],
    custom_values: [{ value: 'Alpha, Inc.' }],
    assignments: [{}],
    packets: [],
    read_only_signing_url: null,
  });
  expect(edited.body).toEqual(await listed('/signatory', alpha));
  const john = { transaction: team.deal, uuid: v7(), full_name: 'John' };
  const added = await again((extra) => client.post('/signatory', john, extra));
  expect(added.body).toEqual(await listed('/signatory', john.uuid));
});

test('assigning returns the assignment together with its group’s, as in the list', async () => {
  const jane = await team.person('Jane');
  const item = await team.item('SPA');
  const single = { uuid: v7(), item, signatory: jane };
  const added = await again((extra) => client.post('/assignments/assignment', single, extra));
  expect(added.body).toEqual(await listed('/assignments/assignment', single.uuid));
  const group = await team.group('Buyers', [await team.person('John')]);
  const dynamic = await client.post(`/signing_group/${group}/assign_dynamic`, { item });
  const [own] = (await team.list('/assignments/assignment')).filter(({ uuid }) => uuid !== single.uuid);
  const path = `/assignments/assignment/${own?.uuid}`;
  const edited = await again((extra) => client.patch(path, { custom_text: 'As trustee' }, extra));
  expect(edited.body.signing_group_assignment).toMatchObject({
    uuid: dynamic.body.uuid,
    signing_group: group,
  });
  expect(edited.body).toEqual(await listed('/assignments/assignment', own?.uuid ?? ''));
});

test('a signing group is returned with its members', async () => {
  const group = await team.group('Buyers', [await team.person('Jane')]);
  const renamed = await again((extra) => client.patch(`/signing_group/${group}`, { name: 'Sellers' }, extra));
  expect(renamed.body).toMatchObject({ name: 'Sellers', members: [{}] });
  expect(renamed.body).toEqual(await listed('/signing_group', group));
  const lenders = { uuid: v7(), transaction: team.deal, name: 'Lenders' };
  const added = await again((extra) => client.post('/signing_group', lenders, extra));
  expect(added.body).toEqual({ ...(await listed('/signing_group', lenders.uuid)), members: [] });
});
