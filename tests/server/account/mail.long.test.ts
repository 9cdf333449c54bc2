import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { passwordResetMail } from '../../../server/mail/kinds/password-reset.ts';
import { postMail } from '../../../server/mail/post-mail.ts';
import { startServer } from '../../../server/start-server.ts';
import type { MailRow } from '../../../server/store/tables.ts';
import { MailCatcher } from '../support/mail-catcher.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const HOUR_MS = 3_600_000;
const TOKEN = 'a-secret-token';

type Person = { full_name?: string; email?: string; expiresAt?: Date };

/** Emails a link to a member of the firm, and returns the email's id. */
async function post(server: TestServer, person: Person = {}): Promise<string> {
  const { services } = server;
  const { full_name = 'Mo Member', email = 'member@firm.test' } = person;
  const { expiresAt = new Date(Date.now() + HOUR_MS) } = person;
  const member = await services.db
    .selectFrom('users')
    .select(['uuid', 'organization'])
    .where('email', '=', 'member@firm.test')
    .executeTakeFirstOrThrow();
  const { publicUrl } = server.settings;
  const mail = passwordResetMail({ full_name, email, token: TOKEN }, { publicUrl, expiresAt });
  const to = { name: full_name, address: email, user: member.uuid, organization: member.organization };
  await services.db.transaction().execute((tx) => postMail(services, tx, to, mail));
  const newest = services.db.selectFrom('mails').select('uuid').orderBy('uuid', 'desc');
  return (await newest.executeTakeFirstOrThrow()).uuid;
}

async function rowOf({ services }: TestServer, uuid: string): Promise<MailRow> {
  return services.db.selectFrom('mails').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow();
}

describe('with a mail server', () => {
  let catcher: MailCatcher;
  let server: TestServer;

  beforeAll(async () => {
    catcher = await MailCatcher.start();
    server = await startTestServer({ smtpUrl: catcher.url });
  });

  afterAll(async () => {
    await server.stop();
    await catcher.down();
  });

  beforeEach(async () => {
    catcher.received.length = 0;
    catcher.attempts.length = 0;
    catcher.answers.length = 0;
    await server.services.db.deleteFrom('mails').execute();
  });

  test('an email is sent once, by another process after one has failed, when the mail server is back', async () => {
    const web = await startTestServer({ role: 'web', smtpUrl: catcher.url });
    const worker = () => startServer({ ...web.settings, role: 'worker' });
    await catcher.down();
    const first = await worker();
    const uuid = await post(web);
    await expect.poll(async () => (await rowOf(web, uuid)).error).toMatch(/couldn’t be reached/);
    await first.close();
    await catcher.up();
    const second = await worker();
    await expect.poll(async () => (await rowOf(web, uuid)).sent_at).not.toBeNull();
    expect((await catcher.mails()).map(({ messageId }) => messageId)).toEqual([`<${uuid}@127.0.0.1>`]);
    await second.close();
    await web.stop();
  });
});
