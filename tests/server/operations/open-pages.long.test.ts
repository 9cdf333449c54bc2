import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../../server/start-server.ts';
import { freePort } from '../../support/free-port.ts';
import { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const MESSAGE = {
  name: 'Otto\r\nBcc: all@firm.test',
  email: 'otto@outside.test',
  message: 'Help.\n\n<b>Now</b>',
};

let server: TestServer;
let demo: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    role: 'web',
    trustProxy: 1,
    supportEmail: 'help@firm.test',
    smtpUrl: 'smtp://127.0.0.1:1',
  });
  demo = await startTestServer({ role: 'web', demo: true });
});
afterAll(async () => {
  await server.stop();
  await demo.stop();
});

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

describe('a message to support', () => {
  test('is emailed to its address as plain text, regardless of who wrote it', async () => {
    const answer = await server.client().post('/contact', MESSAGE, from('192.0.2.1'));
    expect([answer.status, answer.text]).toEqual([204, '']);
    const rows = await server.services.db.selectFrom('mails').selectAll().execute();
    expect(rows).toMatchObject([
      {
        kind: 'contact',
        to_address: 'help@firm.test',
        subject: 'Otto Bcc: all@firm.test asks for help',
        organization: null,
        user_uuid: null,
      },
    ]);
    expect(rows[0]?.html).toContain('&lt;b&gt;Now&lt;/b&gt;');
    expect(rows[0]?.text).toContain('otto@outside.test');
  });

  test('has to wait after too many from one address, even through different processes', async () => {
    const [port, storePort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}`;
    const other = await startServer({
      ...server.settings,
      port,
      publicUrl: url,
      storePort,
      storePublicUrl: url,
    });
    try {
      const statuses: number[] = [];
      for (let n = 0; n < 6; n += 1) {
        const client = n % 2 === 0 ? server.client() : new TestClient(other.url);
        statuses.push((await client.post('/contact', MESSAGE, from('192.0.2.2'))).status);
      }
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    } finally {
      await other.close();
    }
  });

  test('is rejected with an explanation if there is no support address', async () => {
    const answer = await demo.client().post('/contact', MESSAGE);
    expect(answer.status).toBe(422);
    expect(answer.body.error_message).toMatch(/^Nobody reads messages here/);
  });
});

describe('a test drive', () => {
  test('has its own account with the sample deal, and is signed in', async () => {
    const clients = [demo.client(), demo.client()];
    const answers = await Promise.all(clients.map(async (client) => client.post('/auth/testdrive')));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body.user.organization).not.toBe(answers[1]?.body.user.organization);
    for (const client of clients) {
      const deals = (await client.get('/transactions/transaction')).body;
      expect(deals).toMatchObject([{ name: expect.stringMatching(/^Project Alder/), is_sample: true }]);
      expect(deals[0].participants).toHaveLength(1);
    }
  });

  test('is available only on a demo installation, and only from its own machine', async () => {
    const elsewhere = await demo.client().post('/auth/testdrive', undefined, from('192.0.2.3'));
    expect(elsewhere.status).toBe(404);
    expect((await server.client().post('/auth/testdrive')).status).toBe(404);
  });

  test('has to wait after too many', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await demo.client().post('/auth/testdrive')).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    // Five were let through, including two from before. The count is shared by all processes.
    const attempts = await demo.services.db.selectFrom('attempts').select('count').execute();
    expect(attempts.map(({ count }) => count)).toContain(5);
  });
});
