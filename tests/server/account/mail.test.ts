import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { passwordResetMail } from '../../../server/mail/kinds/password-reset.ts';
import { postMail } from '../../../server/mail/post-mail.ts';
import { claimMail, markFailed, markSent, sweepMails } from '../../../server/store/account/mails.ts';
import type { MailRow } from '../../../server/store/tables.ts';
import type { OutboxMail } from '../../../src/contract/entities/account/outbox-mail.ts';
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

async function outboxOf(server: TestServer, email = 'admin@firm.test'): Promise<OutboxMail[]> {
  const admin = await server.signIn(email);
  const { organization } = (await admin.get('/authentication/user/me')).body;
  const answer = await admin.get(`/authentication/organization/${organization}/outbox`);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return answer.body;
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

  const sent = async (uuid: string) => {
    await expect.poll(async () => (await rowOf(server, uuid)).sent_at).not.toBeNull();
    return rowOf(server, uuid);
  };

  test('an email is sent as text and HTML, from us, to the person, with its own id', async () => {
    const uuid = await post(server);
    await sent(uuid);
    const [{ to, raw } = { to: [], raw: '' }] = catcher.received;
    const [mail] = await catcher.mails();
    expect(to).toEqual(['member@firm.test']);
    expect(mail).toMatchObject({
      from: { name: 'Counterpart', address: 'no-reply@counterpart.test' },
      to: [{ name: 'Mo Member', address: 'member@firm.test' }],
      subject: 'Set a new password for Counterpart',
      messageId: `<${uuid}@127.0.0.1>`,
    });
    const link = `${server.settings.publicUrl}/login/set-password?passwordId=${TOKEN}`;
    expect(mail?.text).toContain(`Hello Mo Member,`);
    expect(mail?.text).toContain(link);
    expect(mail?.html).toContain(`<a href="${link}"`);
    expect(mail?.html).not.toMatch(/<script|<link|<style|src=/);
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated/im);
    expect(raw).toMatch(/^Date: /m);
  });

  test('nobody can read the link in an email after it was sent', async () => {
    const row = await sent(await post(server));
    expect([row.html, row.text]).toEqual([null, null]);
    expect(await outboxOf(server)).toEqual([
      {
        uuid: row.uuid,
        to: 'member@firm.test',
        subject: 'Set a new password for Counterpart',
        kind: 'password_reset',
        created_at: row.created_at.toISOString(),
        sent_at: row.sent_at?.toISOString(),
        error: null,
        html: null,
        text: null,
      },
    ]);
    const jobs = await server.services.db.selectFrom('mails').selectAll().execute();
    expect(JSON.stringify(jobs)).not.toContain(TOKEN);
  });

  test('a name cannot forge headers or HTML, and one of 10,000 characters is cut', async () => {
    const forged = `Eve\r\nBcc: all@firm.test\r\n\r\n<script>alert(1)</script> & "${'x'.repeat(10_000)}`;
    await sent(await post(server, { full_name: forged }));
    const [{ to, raw } = { to: [], raw: '' }] = catcher.received;
    const [mail] = await catcher.mails();
    expect(to).toEqual(['member@firm.test']);
    expect(mail?.bcc ?? []).toEqual([]);
    expect(raw.split('\r\n\r\n', 1)[0]).not.toMatch(/^Bcc:/im);
    expect(mail?.html).not.toContain('<script');
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;xxx');
    expect(mail?.text?.length).toBeLessThan(1500);
    expect(mail?.to?.[0]?.name?.length).toBeLessThanOrEqual(100);
  });

  test('a name in any script arrives unchanged', async () => {
    const full_name = 'Zoë 王小明 “the” 😀';
    await sent(await post(server, { full_name }));
    const [mail] = await catcher.mails();
    expect(mail?.to?.[0]).toMatchObject({ name: full_name });
    expect(mail?.text).toContain(`Hello ${full_name},`);
    expect(mail?.html).toContain(full_name);
  });

  test('a temporary rejection is retried, and reported until the email is accepted', async () => {
    const notNow = { at: 'mail', code: 451, words: '4.7.1 Greylisted, come back' } as const;
    // Enough rejections until the test has seen the error.
    catcher.answers.push(notNow, notNow, notNow);
    const uuid = await post(server);
    const because = 'The mail server did not accept it: 451 4.7.1 Greylisted, come back.';
    await expect.poll(async () => (await rowOf(server, uuid)).error).toBe(because);
    expect((await outboxOf(server))[0]).toMatchObject({ sent_at: null, error: because, text: null });
    catcher.answers.length = 0;
    const row = await sent(uuid);
    expect([row.error, row.failed_at]).toEqual([null, null]);
    expect(catcher.attempts.length).toBeGreaterThan(1);
    expect(catcher.received).toHaveLength(1);
    expect((await catcher.mails())[0]?.messageId).toBe(`<${uuid}@127.0.0.1>`);
  });

  test.for([
    { at: 'recipient', code: 550, words: '5.1.1 No such user here' },
    { at: 'mail', code: 554, words: '5.7.1 Not wanted' },
  ] as const)(
    'a permanent rejection ($code, in response to the $at) is not retried, and the reason is stored',
    async (answer) => {
      catcher.answers.push(answer);
      const uuid = await post(server);
      await expect.poll(async () => (await rowOf(server, uuid)).failed_at).not.toBeNull();
      const row = await rowOf(server, uuid);
      expect(row).toMatchObject({
        sent_at: null,
        html: null,
        error: `The mail server rejected it: ${answer.code} ${answer.words}.`,
      });
      expect((await outboxOf(server))[0]).toMatchObject({ sent_at: null, error: row.error });
      expect(catcher.attempts).toHaveLength(1);
      expect(catcher.received).toHaveLength(0);
    },
  );

  test('a link that can no longer be used is not sent', async () => {
    const uuid = await post(server, { expiresAt: new Date(Date.now() - 1) });
    await expect.poll(async () => (await rowOf(server, uuid)).failed_at).not.toBeNull();
    expect((await rowOf(server, uuid)).error).toMatch(/expired before/);
    expect(catcher.attempts).toEqual([]);
  });
});

describe('without a mail server', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  afterEach(() => server.services.db.deleteFrom('mails').execute());

  test('emails can be read by the organization’s admins, newest first, until they expire', async () => {
    await post(server, { email: 'first@firm.test' });
    await post(server, { expiresAt: new Date(Date.now() - 1) });
    const [expired, first] = await outboxOf(server);
    expect(first).toMatchObject({ to: 'first@firm.test', sent_at: null, error: null });
    expect(first?.text).toContain(TOKEN);
    expect(first?.html).toContain(TOKEN);
    expect(expired).toMatchObject({ to: 'member@firm.test', html: null, text: null });
    expect(await outboxOf(server, 'counsel@outside.test')).toEqual([]);
  });

  test('emails to support are not shown, because a reader could act as support', async () => {
    await post(server);
    const become = (role: 'support' | 'member') =>
      server.services.db.updateTable('users').set({ role }).where('email', '=', 'member@firm.test').execute();
    await become('support');
    expect(await outboxOf(server)).toEqual([]);
    await become('member');
    expect(await outboxOf(server)).toHaveLength(1);
  });

  test('expired emails are dropped, and those older than 90 days are deleted', async () => {
    const { db } = server.services;
    const [old, expired, good] = [
      await post(server),
      await post(server, { expiresAt: new Date(Date.now() - 1) }),
      await post(server),
    ];
    await db
      .updateTable('mails')
      .set({ created_at: new Date(Date.now() - 91 * 24 * HOUR_MS) })
      .where('uuid', '=', old)
      .execute();
    await sweepMails(db, new Date());
    const rows = await db.selectFrom('mails').selectAll().orderBy('uuid').execute();
    expect(rows.map(({ uuid, text }) => [uuid, text === null])).toEqual([
      [expired, true],
      [good, false],
    ]);
  });

  test('two processes with the same email don’t both send it', async () => {
    const { db } = server.services;
    const uuid = await post(server);
    const now = new Date();
    const until = new Date(now.getTime() + 60_000);
    const claims = await Promise.all([
      claimMail(db, uuid, { now, until }),
      claimMail(db, uuid, { now, until }),
    ]);
    expect(claims.map(({ kind }) => kind).toSorted()).toEqual(['busy', 'mail']);
    await markSent(db, uuid, now);
    expect((await claimMail(db, uuid, { now, until })).kind).toBe('done');
    await markFailed(db, uuid, now);
    expect((await rowOf(server, uuid)).failed_at, 'a sent email does not fail').toBeNull();
  });

  test('an email exists if and only if its cause exists', async () => {
    const { db } = server.services;
    const mail = passwordResetMail(
      { full_name: 'A', email: 'a@firm.test', token: TOKEN },
      { publicUrl: server.settings.publicUrl, expiresAt: new Date(Date.now() + HOUR_MS) },
    );
    const to = { name: 'A', address: 'a@firm.test', user: null, organization: null };
    const undone = db.transaction().execute(async (tx) => {
      await postMail(server.services, tx, to, mail);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await db.selectFrom('mails').selectAll().execute()).toEqual([]);
  });
});
