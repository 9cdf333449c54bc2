import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import type { Notification } from '../../../src/contract/entities/account/notification.ts';
import type { TestClient } from '../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../support/test-server.ts';
import { upload } from '../support/upload.ts';

let server: TestServer;
let member: TestClient;
let colleague: TestClient;
let counsel: TestClient;
let deal: string;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  member = await server.signIn('member@firm.test');
  colleague = await server.signIn('colleague@firm.test');
  counsel = await server.signIn('counsel@outside.test');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.services.db.deleteFrom('notifications').execute();
  deal = (await member.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
  await addParticipant(server, deal, 'colleague@firm.test');
  await addParticipant(server, deal, 'counsel@outside.test');
});

const item = async (name: string): Promise<string> =>
  (await member.post('/transactions/item', { transaction: deal, name })).body.uuid;

async function deletions(person: TestClient): Promise<Notification[]> {
  const all: Notification[] = (await person.get('/notifications/')).body;
  return all.filter((each) => each.notification_type === 'rows_deleted' && !each.cleared);
}
const titles = async (person: TestClient) => (await deletions(person)).map(({ title }) => title);

describe('a deletion by the other side', () => {
  test('notifies participants of other organizations, with the name and that it can be restored', async () => {
    const nda = await item('NDA');
    expect((await counsel.delete(`/transactions/item/${nda}`)).status).toBe(204);
    for (const person of [member, colleague]) {
      expect(await deletions(person)).toMatchObject([
        {
          level: 'warning',
          read: false,
          title: expect.stringMatching(
            /^\S.* \(.+\) deleted “NDA” from “Project Alder”\. It can be restored for 30 days\.$/,
          ),
          extra_data: { transaction: deal },
        },
      ]);
    }
    expect(await deletions(counsel)).toEqual([]);
  });

  test('bundles several deletions in one notification, and starts a new one after that was read', async () => {
    const items = [];
    for (const name of ['NDA', 'Bylaws', 'Deed', 'Lease']) items.push(await item(name));
    const [nda, bylaws, deed, lease] = items;
    for (const uuid of [nda, bylaws, deed]) await counsel.delete(`/transactions/item/${uuid}`);
    const [notification] = await deletions(member);
    expect(notification?.title).toMatch(
      /deleted “NDA”, “Bylaws” and 1 more from .* They can be restored for 30 days\.$/,
    );
    expect(await titles(member)).toHaveLength(1);
    await member.patch(`/notifications/${notification?.uuid}`, { read: true });
    await counsel.delete(`/transactions/item/${lease}`);
    expect((await titles(member)).toSorted()).toEqual([
      expect.stringContaining('deleted “Lease” from'),
      expect.stringContaining('deleted “NDA”, “Bylaws” and 1 more from'),
    ]);
  });

  test('withdraws the notification when the deletion is undone, unless it was read', async () => {
    const [nda, bylaws] = [await item('NDA'), await item('Bylaws')];
    for (const uuid of [nda, bylaws]) await counsel.delete(`/transactions/item/${uuid}`);
    const restore = async (uuid: string) =>
      counsel.post(`/transactions/transaction/${deal}/restore`, { kind: 'item', uuid });
    await restore(nda);
    expect(await titles(member)).toEqual([expect.stringContaining('deleted “Bylaws” from')]);
    await restore(bylaws);
    expect(await titles(member)).toEqual([]);
  });

  test('of a file names its document; of a queued file, it notifies the side that uploaded it', async () => {
    const { uuid } = (await upload(member, deal, await samplePdf({ pages: 1 }), { name: 'scan0007' })).body;
    await counsel.delete(`/transactions/document/${uuid}`);
    expect(await titles(member)).toEqual([expect.stringContaining('deleted “scan0007” from')]);

    const own = (await upload(counsel, deal, await samplePdf({ pages: 2 }), { name: 'Own draft' })).body.uuid;
    await counsel.delete(`/transactions/document/${own}`);
    expect(await titles(member)).toHaveLength(1);

    const nda = await item('Side letter');
    const filed = { name: 'scan0008', item_id: nda };
    const file = (await upload(member, deal, await samplePdf({ pages: 3 }), filed)).body.uuid;
    await counsel.delete(`/transactions/document/${file}`);
    expect(await titles(member)).toEqual([expect.stringContaining('“scan0007” and “Side letter” from')]);
  });

  test('notifies nobody outside the deal, such as an admin or a former participant', async () => {
    const admin = await server.signIn('admin@firm.test');
    const [participant] = (await member.get(`/transactions/participant?transaction=${deal}`)).body.filter(
      ({ email }: { email: string }) => email === 'colleague@firm.test',
    );
    await member.delete(`/transactions/participant/${participant.uuid}`);
    const nda = await item('NDA');
    await counsel.delete(`/transactions/item/${nda}`);
    expect([...(await deletions(admin)), ...(await deletions(colleague))]).toEqual([]);
    expect(await deletions(member)).toHaveLength(1);
  });
});

test('a deletion by a colleague or by yourself sends no notification', async () => {
  const [nda, bylaws] = [await item('NDA'), await item('Bylaws')];
  await colleague.delete(`/transactions/item/${nda}`);
  await member.delete(`/transactions/item/${bylaws}`);
  expect(await deletions(member)).toEqual([]);
  expect(await deletions(colleague)).toEqual([]);
  expect(await titles(counsel)).toHaveLength(2);
});
