import { once } from 'node:events';
import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../support/free-port.ts';
import { client, desk, mailbox, openSigning, server, team } from '../open-signing.ts';

let port: number;

beforeAll(async () => {
  port = await freePort();
});
openSigning(() => ({ bounces: { local: 'bounce', domain: 'bounces.counterpart.test', port } }));

/** Sends a packet. Returns it and the address to which its email bounces. */
async function sendPacket() {
  const email = `jane-${v7()}@alpha.test`;
  const jane = await team.person('Jane Doe', { email });
  await team.assign(await team.item('SPA'), jane);
  const packet = await desk.make(team, { signatories: [jane] });
  await desk.send(team, packet, email);
  return { email, jane, packet, returnTo: returnAddressOf(email) };
}

/** Returns the envelope sender of the newest email to a person. */
const returnAddressOf = (email: string) =>
  mailbox.received.findLast(({ to }) => to.includes(email))?.from ?? '';

/** Returns a delivery report as a mail server sends it. */
function reportTo(
  address: string,
  { action = 'failed', status = '5.1.1', said = '550 5.1.1 User unknown' } = {},
) {
  return [
    'From: Mail Delivery System <MAILER-DAEMON@alpha.test>',
    `To: ${address}`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered.',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.alpha.test',
    '',
    'Final-Recipient: rfc822; jane@alpha.test',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${said}`,
    '--b1--',
    '',
  ].join('\r\n');
}

/** Delivers an email without a sender, like a bounce. Returns the SMTP code of the response. */
async function deliver(raw: string, ...to: string[]): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope: { from: '', to }, raw });
    return 250;
  } catch (error) {
    if (error instanceof Error && 'responseCode' in error) return Number(error.responseCode);
    throw error;
  }
}

/** Delivers an email repeatedly, until the server has recorded that it sent the bounced email. */
async function bounce(raw: string, to: string): Promise<void> {
  await expect.poll(() => deliver(raw, to)).toBe(250);
}

const rowOf = async (packet: string) => (await team.list('/packet')).find(({ uuid }) => uuid === packet);

const undeliveredOf = async (packet: string) => {
  const { body } = await client.get(`/packet/${packet}`);
  return body.events.filter(({ kind }: { kind: string }) => kind === 'undelivered');
};

describe('an email that comes back after it was sent', () => {
  test('shows on its packet and in its history, and notifies the team, until another one is sent', async () => {
    const { email, jane, packet, returnTo } = await sendPacket();
    expect(returnTo).toMatch(/^bounce\+[0-9a-f]{32}@bounces\.counterpart\.test$/);
    await bounce(reportTo(returnTo), returnTo);
    expect(await rowOf(packet)).toMatchObject({
      status: 'sent',
      mail_problem: 'The mail server rejected it: 550 5.1.1 User unknown.',
    });
    expect(await undeliveredOf(packet)).toMatchObject([{ note: expect.stringContaining('User unknown') }]);
    const { body: notices } = await client.get('/notifications');
    expect(notices[0]).toMatchObject({
      notification_type: 'packet_undelivered',
      title: 'The email with the pages to sign for “Project Alder” couldn’t be delivered to Jane Doe.',
    });
    const reminded = await client.post(`/signatory/${jane}/send_reminder`, {});
    expect(reminded.status, reminded.text).toBe(204);
    expect((await rowOf(packet))?.['mail_problem']).toBeNull();
    await desk.linkFor(email, 2);
    expect(returnAddressOf(email), 'each email has its own address').not.toBe(returnTo);
  });

  test('is recorded once, even if the same bounce arrives again in capitals', async () => {
    const { packet, returnTo } = await sendPacket();
    await bounce(reportTo(returnTo), returnTo);
    const again = [returnTo, returnTo.toUpperCase(), returnTo];
    expect(await Promise.all(again.map((to) => deliver(reportTo(to), to)))).toEqual([250, 250, 250]);
    expect(await undeliveredOf(packet)).toHaveLength(1);
  });

  test('changes nothing about a packet for which a newer one has been sent', async () => {
    const { email, jane, packet, returnTo } = await sendPacket();
    await client.post(`/signatory/${jane}/send_reminder`, {});
    await desk.linkFor(email, 2);
    await bounce(reportTo(returnTo), returnTo);
    expect((await rowOf(packet))?.['mail_problem']).toBeNull();
    const newest = returnAddressOf(email);
    await bounce(reportTo(newest), newest);
    expect((await rowOf(packet))?.['mail_problem']).toContain('User unknown');
  });

  test('is temporarily refused until its sending is recorded', async () => {
    const email = `jane-${v7()}@alpha.test`;
    const jane = await team.person('Jane Doe', { email });
    await team.assign(await team.item('SPA'), jane);
    const packet = await desk.make(team, { signatories: [jane] });
    mailbox.answers.push({ at: 'mail', code: 451, words: 'Busy' });
    await client.post(`/packet/${packet}/send`, {});
    const { return_token: token } = await server.services.db
      .selectFrom('mails')
      .select('return_token')
      .where('to_address', '=', email)
      .executeTakeFirstOrThrow();
    const returnTo = `bounce+${token.replaceAll('-', '')}@bounces.counterpart.test`;
    expect(await deliver(reportTo(returnTo), returnTo)).toBe(451);
    expect((await rowOf(packet))?.['mail_problem']).toBeNull();
  });
});

test('a delay, an automatic reply, garbage and a broken connection don’t count, but the next bounce does', async () => {
  const { packet, returnTo } = await sendPacket();
  await bounce(
    reportTo(returnTo, { action: 'delayed', status: '4.4.1', said: 'connection refused' }),
    returnTo,
  );
  const absence = `To: ${returnTo}\r\nSubject: Out of office\r\nAuto-Submitted: auto-replied\r\n\r\nBack on Monday.\r\n`;
  expect(await deliver(absence, returnTo)).toBe(250);
  expect(await deliver('\u0000\u0001 no email at all', returnTo)).toBe(250);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'data');
  for (const line of ['EHLO alpha.test', 'MAIL FROM:<>', `RCPT TO:<${returnTo}>`, 'DATA']) {
    socket.write(`${line}\r\n`);
    await once(socket, 'data');
  }
  socket.write(reportTo(returnTo));
  socket.destroy();
  expect((await rowOf(packet))?.['mail_problem']).toBeNull();
  await bounce(reportTo(returnTo), returnTo);
  expect(await undeliveredOf(packet)).toHaveLength(1);
});

describe('the SMTP server for bounces', () => {
  test.for([
    'bounce@bounces.counterpart.test',
    `bounce+${'0'.repeat(32)}@bounces.counterpart.test`,
    `other+${'0'.repeat(32)}@bounces.counterpart.test`,
    'jane@alpha.test',
  ])('refuses emails to %s', async (address) => {
    expect(await deliver(reportTo(address), address)).toBe(550);
  });

  test('refuses a known token at another domain, a large email, and a second recipient', async () => {
    const { packet, returnTo } = await sendPacket();
    const elsewhere = returnTo.replace('bounces.counterpart.test', 'alpha.test');
    expect(await deliver(reportTo(elsewhere), elsewhere)).toBe(550);
    await expect
      .poll(() => deliver(`${reportTo(returnTo)}${'x'.repeat(70)}\r\n`.padEnd(1_000_100, 'x\r\n'), returnTo))
      .toBe(552);
    const { returnTo: second } = await sendPacket();
    await bounce('Subject: Hello\r\n\r\nHello', second);
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
    const { rejected } = await transport.sendMail({
      envelope: { from: '', to: [second, returnTo] },
      raw: 'Subject: Hello\r\n\r\nHello',
    });
    expect(rejected).toEqual([returnTo]);
    expect((await rowOf(packet))?.['mail_problem']).toBeNull();
  });
});
