import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { convertDocumentKind } from '../../../server/queue/job-kinds.ts';
import { addNotification, sweepNotifications } from '../../../server/store/account/notifications.ts';
import type { Notification } from '../../../src/contract/entities/account/notification.ts';
import type { TestClient } from '../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../support/test-server.ts';
import { converted, upload } from '../support/upload.ts';

let server: TestServer;
let client: TestClient;
let me: string;
let deal: string;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.signIn('member@firm.test');
  me = (await client.get('/authentication/user/me')).body.uuid;
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.services.db.deleteFrom('notifications').execute();
  deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
});

async function notificationsOf(person: TestClient): Promise<Notification[]> {
  const answer = await person.get('/notifications/');
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function notifyClient(title: string, at = new Date(), about = deal): Promise<void> {
  const notification = {
    user_uuid: me,
    level: 'success',
    notification_type: 'document_converted',
    title,
    transaction: about,
    document: null,
  } as const;
  await server.services.db.transaction().execute((tx) => addNotification(tx, notification, at));
}

describe('a conversion', () => {
  test('that succeeded notifies the person who uploaded the document, and nobody else', async () => {
    await addParticipant(server, deal, 'colleague@firm.test');
    const { uuid } = (await upload(client, deal, await samplePdf({ pages: 1 }), { name: 'NDA' })).body;
    await converted(client, uuid);
    expect(await notificationsOf(client)).toMatchObject([
      {
        level: 'success',
        notification_type: 'document_converted',
        title: '“NDA” in “Project Alder” is ready.',
        read: false,
        cleared: false,
        extra_data: { transaction: deal, document: uuid },
        download_urls: [],
        version: 1,
      },
    ]);
    expect(await notificationsOf(await server.signIn('colleague@firm.test'))).toEqual([]);
  });

  test('that failed tells them why, in words, and only once, even if its job runs again', async () => {
    const damaged = new TextEncoder().encode(`%PDF-1.7\n${'no objects here '.repeat(20)}`);
    const { uuid } = (await upload(client, deal, damaged, { name: 'Deed' })).body;
    const { error_message } = await converted(client, uuid);
    expect(error_message).toMatch(/^This file is damaged/);
    const { db, jobs } = server.services;
    await db.transaction().execute((tx) => jobs.enqueue(tx, convertDocumentKind, { document: uuid }));
    const outcomes = () =>
      db
        .selectFrom('change_log')
        .select('version')
        .where('row', '=', uuid)
        .where('command', '=', 'documents.convert')
        .execute();
    await expect.poll(async () => (await outcomes()).length).toBe(2);
    expect(await notificationsOf(client)).toMatchObject([
      {
        level: 'error',
        notification_type: 'document_failed',
        title: `“Deed” in “Project Alder”: ${error_message}`,
        extra_data: { transaction: deal, document: uuid },
      },
    ]);
  });
});

describe('the list', () => {
  test('has the newest 200, newest first, and returns 304 while nothing is new', async () => {
    const start = Date.now();
    for (let minute = 0; minute < 203; minute += 1) {
      await notifyClient(`Told in minute ${minute}.`, new Date(start - minute * 60_000));
    }
    const rows = await notificationsOf(client);
    expect(rows).toHaveLength(200);
    expect(rows.map(({ title }) => title).slice(0, 2)).toEqual(['Told in minute 0.', 'Told in minute 1.']);
    const etag = (await client.get('/notifications')).headers.get('etag') ?? '';
    const again = () => client.get('/notifications', { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await client.patch(`/notifications/${rows[0]?.uuid}`, { read: true });
    expect((await again()).status).toBe(200);
  });

  test('leaves out deals that the user may no longer see', async () => {
    const others = await server.signIn('colleague@firm.test');
    const { uuid } = (await others.post('/transactions/transaction', { name: 'Project Birch' })).body;
    await addParticipant(server, uuid, 'member@firm.test');
    await notifyClient('“NDA” in “Project Birch” is ready.', new Date(), uuid);
    const [notification] = await notificationsOf(client);
    expect(notification?.title).toContain('Project Birch');
    await server.services.db
      .updateTable('participants')
      .set({ deleted: true })
      .where('transaction', '=', uuid)
      .where('user_uuid', '=', me)
      .execute();
    expect(await notificationsOf(client)).toEqual([]);
    expect((await client.patch(`/notifications/${notification?.uuid}`, { read: true })).status).toBe(404);
  });

  test('leaves out deleted deals', async () => {
    await notifyClient('“NDA” in “Project Alder” is ready.');
    expect(await notificationsOf(client)).toHaveLength(1);
    await client.delete(`/transactions/transaction/${deal}`);
    expect(await notificationsOf(client)).toEqual([]);
  });

  test('drops notifications older than 90 days', async () => {
    const day = 86_400_000;
    await notifyClient('Old.', new Date(Date.now() - 91 * day));
    await notifyClient('Not yet old.', new Date(Date.now() - 89 * day));
    await sweepNotifications(server.services);
    expect((await notificationsOf(client)).map(({ title }) => title)).toEqual(['Not yet old.']);
  });
});

describe('marking as read', () => {
  test('happens once, and has no effect the second time', async () => {
    await notifyClient('“NDA” in “Project Alder” is ready.');
    const [notification] = await notificationsOf(client);
    const path = `/notifications/${notification?.uuid}`;
    const keyed = { headers: { 'idempotency-key': v7() } };
    const first = await client.patch(path, { read: true }, keyed);
    expect(first.body).toMatchObject({ read: true, version: 2, modified_by: me });
    expect((await client.patch(path, { read: true }, keyed)).body).toEqual(first.body);
    expect((await client.patch(path, { read: true })).body).toEqual(first.body);
    expect(await notificationsOf(client)).toEqual([first.body]);
  });

  test('cannot be undone, and does not affect another person’s', async () => {
    await notifyClient('“NDA” in “Project Alder” is ready.');
    const path = `/notifications/${(await notificationsOf(client))[0]?.uuid}`;
    expect((await client.patch(path, { read: false })).status).toBe(422);
    const admin = await server.signIn('admin@firm.test');
    expect((await admin.patch(path, { read: true })).status).toBe(404);
    expect((await notificationsOf(client))[0]?.read).toBe(false);
  });
});

describe('a file linked from a notification', () => {
  const URLS = ['https://files.firm.example/binder.pdf'];
  const WEEK_MS = 7 * 86_400_000;

  async function addNotificationWithFile(until = new Date(Date.now() + WEEK_MS)): Promise<string> {
    const notification = {
      user_uuid: me,
      level: 'success',
      notification_type: 'download_ready',
      title: 'Your download of “Project Alder” is ready.',
      transaction: deal,
      document: null,
    } as const;
    await server.services.db
      .transaction()
      .execute((tx) =>
        addNotification(tx, { ...notification, file: { urls: [...URLS], until } }, new Date()),
      );
    return (await notificationsOf(client))[0]!.uuid;
  }

  test('is shared with the deal’s other participants once, who get the same notification', async () => {
    await addParticipant(server, deal, 'colleague@firm.test');
    const colleague = await server.signIn('colleague@firm.test');
    const uuid = await addNotificationWithFile();
    for (let time = 0; time < 2; time += 1) {
      const answer = await client.post(`/notifications/${uuid}/share_file`);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toMatchObject({ uuid, download_urls: URLS });
    }
    const [theirs, ...more] = await notificationsOf(colleague);
    expect(more).toEqual([]);
    expect(theirs).toMatchObject({
      notification_type: 'download_ready',
      title: 'Your download of “Project Alder” is ready.',
      read: false,
      extra_data: { transaction: deal },
      download_urls: URLS,
    });
    // Sharing it further doesn't return it to people who already have it.
    expect((await colleague.post(`/notifications/${theirs!.uuid}/share_file`)).status).toBe(200);
    expect(await notificationsOf(client)).toHaveLength(1);
    expect(await notificationsOf(colleague)).toHaveLength(1);
  });

  test('is available for as long as the link is valid, and cannot be shared after that', async () => {
    const uuid = await addNotificationWithFile(new Date(Date.now() - 1));
    expect((await notificationsOf(client))[0]!.download_urls).toEqual([]);
    expect((await client.post(`/notifications/${uuid}/share_file`)).status).toBe(422);
  });

  test('cannot be shared by anybody else', async () => {
    await addParticipant(server, deal, 'colleague@firm.test');
    const colleague = await server.signIn('colleague@firm.test');
    const uuid = await addNotificationWithFile();
    expect((await colleague.post(`/notifications/${uuid}/share_file`)).status).toBe(404);
  });
});
