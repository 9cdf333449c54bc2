import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setFeature } from '../../../../server/store/account/features.ts';
import type { Answer, TestClient } from '../../support/test-client.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { openDeal, type DealTeam } from '../deal-team.ts';

let server: TestServer;
let client: TestClient;
let team: DealTeam;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  client = await server.signIn('member@firm.test');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await turn('off');
  team = await openDeal(server, client);
});

const turn = async (state: 'on' | 'off') =>
  setFeature(server.services.db, {
    name: 'ALT_INDIVIDUAL_SIG_FORMAT',
    transaction: null,
    is_active: state === 'on',
    set_at: new Date(),
  });

const styled = (format: string, more: object = {}) => ({
  block_styles: { individual_signature_format: format },
  ...more,
});
const blockOf = (format: string, more: object = {}) => ({
  id: 'signature',
  kind: 'signature',
  ...styled(format, more),
});

const addPage = async (): Promise<string> =>
  (await team.assign(await team.item('SPA'), await team.person('Jane'))).item_page_uuid;
const editPage = async (page: string, ...blocks: object[]) =>
  client.patch(`/transactions/signature_page/${page}`, { blocks });
const saveDesign = async (data: object) =>
  client.post('/transactions/signature_block', { transaction: team.deal, data });
const addPerson = async (instapages_config: object) =>
  client.post('/signatory', { transaction: team.deal, full_name: 'Omar', instapages_config });

function expectRefused({ status, body }: Answer): void {
  expect([status, body.code, body.error_message]).toEqual([
    403,
    'not_allowed',
    'This format for people’s signatures is turned off. Choose “Line above the name”, or ask your Counterpart operator to allow it.',
  ]);
}

describe('a format of people’s signatures that is turned off', () => {
  test('is refused in a page’s blocks, while the default is accepted', async () => {
    const page = await addPage();
    for (const format of ['below', 'side']) expectRefused(await editPage(page, blockOf(format)));
    expect((await editPage(page, blockOf('above'))).status).toBe(200);
    const item = await team.item('NDA');
    expectRefused(await client.post('/transactions/signature_page', { item, blocks: [blockOf('side')] }));
    await turn('on');
    expect((await editPage(page, blockOf('below'))).status).toBe(200);
  });

  test('is refused in a saved design, when it is created and when it is replaced', async () => {
    expectRefused(await saveDesign(styled('below')));
    const { uuid } = (await saveDesign(styled('above'))).body;
    const path = `/transactions/signature_block/${uuid}`;
    expectRefused(await client.patch(path, { data: styled('side') }));
    expect((await client.patch(path, { name: 'Firm style' })).status).toBe(200);
  });

  test('is refused in a design of the organization, but not if that has it already', async () => {
    const admin = await server.signIn('admin@firm.test');
    const { body: me } = await admin.get('/authentication/user/me');
    const path = `/authentication/organization/${me.organization}`;
    const uuid = v7();
    const save = async (name: string, format: string) =>
      admin.patch(path, { signature_blocks: [{ uuid, name, data: styled(format) }] });
    expectRefused(await save('House', 'below'));
    await turn('on');
    expect((await save('House', 'below')).status).toBe(200);
    await turn('off');
    expect((await save('House style', 'below')).status).toBe(200);
    expectRefused(await save('House style', 'side'));
    // A design of the organization can be applied in any of its deals.
    expect((await editPage(await addPage(), blockOf('below'))).status).toBe(200);
    await admin.patch(path, { removed_signature_blocks: [uuid] });
  });

  test('is refused in a signatory’s settings, however they are sent', async () => {
    expectRefused(await addPerson({ format: 'below' }));
    const many = {
      transaction: team.deal,
      signatories: [{ full_name: 'A', instapages_config: { format: 'side' } }],
    };
    expectRefused(await client.post('/signatory/bulk_create', many));
    const jane = await team.person('Jane');
    const edit = async (instapages_config: object | null) =>
      client.patch(`/signatory/${jane}`, { instapages_config });
    expectRefused(await edit({ format: 'below' }));
    expect((await edit({ format: 'above', individual: true })).status).toBe(200);
    expect(await team.list('/signatory')).toHaveLength(1);
  });
});

describe('a format that a deal had before it was turned off', () => {
  test('is still shown, and stays when other parts of its block or signatory are edited', async () => {
    await turn('on');
    const page = await addPage();
    await editPage(page, blockOf('below'));
    const omar = (await addPerson({ format: 'below' })).body.uuid;
    await turn('off');
    const edited = await editPage(page, blockOf('below', { auth_rep_alignment: 'left' }));
    expect(edited.status, edited.text).toBe(200);
    const format = { block_styles: { individual_signature_format: 'below' } };
    expect(edited.body.blocks).toContainEqual(expect.objectContaining({ auth_rep_alignment: 'left' }));
    const { body: read } = await client.get(`/transactions/signature_page/${page}`);
    expect(read.blocks).toMatchObject([{ id: 'lead-in' }, format, { id: 'footer' }]);
    const config = { format: 'below', individual: true };
    const changed = await client.patch(`/signatory/${omar}`, { instapages_config: config });
    expect([changed.status, changed.body.instapages_config]).toEqual([200, config]);
  });

  test('can be saved as a design, applied to other blocks and set again, but the other format can’t', async () => {
    await turn('on');
    const [page, other] = [await addPage(), await addPage()];
    await editPage(page, blockOf('below'));
    await turn('off');
    expect((await saveDesign(styled('below'))).status).toBe(201);
    expect((await editPage(page, blockOf('above'))).status).toBe(200);
    expect((await editPage(page, blockOf('below'))).status).toBe(200);
    expect((await editPage(other, blockOf('below'))).status).toBe(200);
    expectRefused(await editPage(other, blockOf('side')));
  });

  test('comes along when a signatory is copied to another deal', async () => {
    await turn('on');
    const omar = (await addPerson({ format: 'side' })).body.uuid;
    await turn('off');
    const { deal } = await openDeal(server, client);
    const body = { transaction: deal, signatories: [omar] };
    const copied = await client.post('/signatory/bulk_duplicate', body);
    expect(copied.status, copied.text).toBe(201);
    expect(copied.body).toMatchObject([{ instapages_config: { format: 'side' } }]);
  });
});
