import { v7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../support/test-client.ts';
import { openDeal } from '../deal-team.ts';
import { client, openSigning, server, team } from '../open-signing.ts';

let admin: TestClient;

openSigning({ role: 'web' });
beforeAll(async () => {
  admin = await server.signIn('admin@firm.test');
});

const PATH = '/transactions/signature_block';
const dotted = { block_styles: { line_styles: 'dotted' } };

const save = async (more: object = {}) =>
  client.post(PATH, { transaction: team.deal, data: dotted, ...more });

const useForNewPages = async (signature_block: string | null) =>
  client.patch(`/transactions/transaction/${team.deal}`, { signature_block });

type StoredBlock = { kind: string; block_styles: { line_styles: string } };

/**
 * Returns the line style of each generated page's signature block, in the order in which the pages were
 * created.
 */
async function lineStyles({ deal } = team): Promise<string[]> {
  const { body: pages } = await client.get(`/transactions/signature_page?transaction=${deal}`);
  return pages.flatMap(({ blocks }: { blocks: StoredBlock[] }) =>
    blocks.filter(({ kind }) => kind === 'signature').map((block) => block.block_styles.line_styles),
  );
}

describe('a saved block design', () => {
  test('has the defaults for everything that its data leaves out', async () => {
    const { status, body } = await save({ name: 'Firm style' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Firm style',
      data: {
        kind: 'signature',
        design_version: 1,
        auth_rep_alignment: 'indent',
        additional_fields: [{ key: 'signing_date' }, { key: 'address' }, { key: 'email' }],
        block_styles: { line_styles: 'dotted', header: { text_transform: 'uppercase', is_enabled: true } },
      },
    });
    expect(await team.list(PATH)).toEqual([body]);
  });

  test('is replaced, renamed, deleted and restored', async () => {
    const { uuid } = (await save()).body;
    const left = await client.patch(`${PATH}/${uuid}`, { data: { auth_rep_alignment: 'left' } });
    expect(left.body.data).toMatchObject({
      auth_rep_alignment: 'left',
      block_styles: { line_styles: 'solid' },
    });
    expect((await client.patch(`${PATH}/${uuid}`, { name: 'Left' })).body).toMatchObject({ name: 'Left' });
    expect((await client.delete(`${PATH}/${uuid}`)).status).toBe(204);
    expect(await team.list(PATH)).toEqual([]);
    await client.post(`/transactions/transaction/${team.deal}/restore`, { kind: 'signature_block', uuid });
    expect(await team.list(PATH)).toMatchObject([
      { uuid, name: 'Left', data: { auth_rep_alignment: 'left' } },
    ]);
  });

  test('with a setting that does not exist is refused, and the message says which', async () => {
    const { status, body } = await save({ data: { auth_rep_alignment: 'middle' } });
    expect(status).toBe(422);
    expect(body.error_message).toContain('auth_rep_alignment');
  });

  test('from a newer version of the app is refused, and the message says why', async () => {
    const { status, body } = await save({ data: { design_version: 2 } });
    expect(status).toBe(422);
    expect(body.error_message).toContain('A newer version of Counterpart made this design.');
  });

  test('leaves no entry in the activity if nothing changed', async () => {
    const { uuid, data, version } = (await save()).body;
    expect((await client.patch(`${PATH}/${uuid}`, { data })).body.version).toBe(version);
  });
});

describe('new signature pages', () => {
  const addPage = async (to = team) => to.assign(await to.item('SPA'), await to.person('Jane'));

  test('use the design that the deal has chosen, and the design of the last page once the chosen one is deleted', async () => {
    const { uuid } = (await save()).body;
    await addPage();
    expect((await useForNewPages(uuid)).body).toMatchObject({ signature_block: uuid });
    await addPage();
    expect((await lineStyles()).toSorted()).toEqual(['dotted', 'solid']);
    await client.delete(`${PATH}/${uuid}`);
    await addPage();
    expect((await lineStyles()).toSorted()).toEqual(['dotted', 'dotted', 'solid']);
  });

  test('can’t have a design of another deal', async () => {
    const other = await openDeal(server, client);
    const { body } = await client.post(PATH, { transaction: other.deal, data: dotted });
    const refused = await useForNewPages(body.uuid);
    expect(refused.status).toBe(422);
    expect(refused.body.error_message).toBe('This transaction has no such block design.');
  });

  test('have the organization’s design if the deal has neither a design nor pages', async () => {
    const { body: me } = await admin.get('/authentication/user/me');
    const path = `/authentication/organization/${me.organization}`;
    const [one, other] = [v7(), v7()];
    const add = async (uuid: string, name: string) =>
      admin.patch(path, { signature_blocks: [{ uuid, name, data: dotted }] });
    await Promise.all([add(one, 'Firm style'), add(other, 'Court style')]);
    const chosen = await admin.patch(path, { signature_block: one });
    expect(chosen.body).toMatchObject({
      signature_block: one,
      signature_blocks: [{ name: 'Court style' }, { name: 'Firm style', data: { kind: 'signature' } }],
    });
    await addPage();
    expect(await lineStyles()).toEqual(['dotted']);
    const refused = await client.patch(path, { removed_signature_blocks: [one] });
    expect(refused.status).toBe(403);
    const emptied = await admin.patch(path, { removed_signature_blocks: [one, other] });
    expect(emptied.body.signature_blocks).toEqual([]);
    const next = await openDeal(server, client);
    await addPage(next);
    expect(await lineStyles(next)).toEqual(['solid']);
  });
});
