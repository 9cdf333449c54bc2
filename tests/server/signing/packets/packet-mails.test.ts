import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { sendDueReminders } from '../../../../server/jobs/signing/send-due-reminders.ts';
import { DAY_MS } from '../../../../src/contract/retention.ts';
import { client, desk, mailbox, openSigning, server, team } from '../open-signing.ts';
import {
  allPackets,
  closingIn,
  edit,
  linksIn,
  mailsTo,
  makeBoth,
  makePacket,
  REJECTED,
  remindersTo,
  rowOf,
  sendEarlier,
} from './mailed-packet.ts';

openSigning();

test('an email with a link comes in the firm’s name, replies go to its sender, and it has the same signing instructions as the room', async () => {
  const { email, jane, packet } = await makePacket();
  const instructions = 'Sign in blue ink.\nReturn nothing by post.';
  await client.patch(`/transactions/transaction/${team.deal}`, { signing_instructions: instructions });
  const token = await desk.send(team, packet, email);
  expect((await desk.open(token)).instructions).toBe(instructions);
  expect((await client.get(`/packet/${packet}/preview`)).body.instructions).toBe(instructions);
  await client.post(`/signatory/${jane}/send_reminder`, {});
  await desk.linkFor(email, 2);
  const mails = (await mailbox.mails()).filter(({ to }) => to?.some(({ address }) => address === email));
  expect(mails).toHaveLength(2);
  // Without an address for bounces, they go where bounces of other emails go.
  expect(mailbox.received.find(({ to }) => to.includes(email))?.from).toBe('no-reply@counterpart.test');
  for (const mail of mails) {
    expect(mail.from).toMatchObject({
      name: 'Whitfield & Crane LLP via Counterpart',
      address: 'no-reply@counterpart.test',
    });
    expect(mail.replyTo).toMatchObject([{ address: 'member@firm.test' }]);
    expect(mail.text).toContain('Signing instructions:\n\nSign in blue ink.\n\nReturn nothing by post.');
    expect(mail.text).toContain('--\nWhitfield & Crane LLP · Sent with Counterpart');
    // Word, which renders emails in Outlook, applies colors and padding to cells, but not to links.
    expect(mail.html).toMatch(/<td align="center" bgcolor="#14264a" style="padding:12px 20px[^>]*><a href=/);
    expect(mail.html).not.toMatch(/<img/);
  }
});

describe('an email that a mail server rejects', () => {
  test('shows on its packet and in its history, and notifies the team, until another one is sent', async () => {
    const { email, jane, packet } = await makePacket();
    mailbox.answers.push(REJECTED);
    await client.post(`/packet/${packet}/send`, {});
    await expect.poll(async () => (await rowOf(packet))?.['mail_problem']).toContain('No such user here');
    expect(await rowOf(packet)).toMatchObject({ status: 'sent' });
    const { body } = await client.get(`/packet/${packet}`);
    expect(body.events.at(-1)).toMatchObject({
      kind: 'undelivered',
      note: expect.stringContaining('No such user here'),
    });
    const { body: notices } = await client.get('/notifications');
    expect(notices[0]).toMatchObject({
      notification_type: 'packet_undelivered',
      title: 'The email with the pages to sign for “Project Alder” couldn’t be delivered to Jane Doe.',
    });
    const reminded = await client.post(`/signatory/${jane}/send_reminder`, {});
    expect(reminded.status, reminded.text).toBe(204);
    expect((await rowOf(packet))?.['mail_problem']).toBeNull();
    await desk.open(await desk.linkFor(email));
  });
});

test('a person to whom a packet was sent can’t be deleted, because its history would be hidden with them', async () => {
  const { email, jane, packet } = await makePacket();
  await desk.send(team, packet, email);
  await desk.act(await desk.linkFor(email), 'decline', { reason: 'No.' });
  const refused = await client.delete(`/signatory/${jane}`);
  expect([refused.status, refused.body.error_message]).toEqual([
    422,
    'Jane Doe can’t be deleted: the history of packets that were sent to Jane Doe would be deleted as well.',
  ]);
  expect((await rowOf(packet))?.['status']).toBe('declined');
});

describe('a reminder about several packets', () => {
  const mailsTo = async (signatory: string) =>
    server.services.db
      .selectFrom('mails')
      .innerJoin('signatories', 'signatories.email', 'mails.to_address')
      .select(['mails.text', 'mails.html'])
      .where('signatories.uuid', '=', signatory)
      .where('kind', '=', 'signing_reminder')
      .execute();

  /** Sends two packets to one person. */
  async function sendTwo() {
    const { email, jane, packet } = await makePacket();
    await desk.send(team, packet, email);
    await team.assign(await team.item('NDA'), jane);
    const other = await desk.make(team, { signatories: [jane] });
    await client.post(`/packet/${other}/send`, {});
    await desk.linkFor(email, 2);
    return { email, jane, packets: [packet, other] };
  }

  test('is one email, with a link to each of them that is named by its document', async () => {
    const { email, jane } = await sendTwo();
    expect((await client.post(`/signatory/${jane}/send_reminder`, {})).status).toBe(204);
    await desk.linkFor(email, 3);
    expect(await mailsTo(jane)).toHaveLength(1);
    const mail = (await mailbox.mails()).findLast(({ to }) => to?.some(({ address }) => address === email));
    const links = [...(mail?.text ?? '').matchAll(/^Review and sign “(.*)”:\n.*\/sign\/([\w-]{43})$/gm)];
    expect(links.map(([, name]) => name)).toEqual(['SPA', 'NDA']);
    for (const [, name, token = ''] of links) {
      const { documents } = await desk.open(token);
      expect(documents.map((document) => document.name)).toEqual([name]);
    }
    expect(mail?.text).toMatch(/These links are for you only\..* The links work until /);
  });
});

describe('packets that go out together', () => {
  test('to one person are one email, with a link to sign in the room and one to print', async () => {
    const { email, jane } = await makeBoth();
    const both = await allPackets();
    const sent = await client.post('/packet/send', { packets: both, message: 'Please sign by Friday.' });
    expect(sent.status, sent.text).toBe(200);
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    const { text } = mails[0] ?? { text: '' };
    expect(text).toContain('Some of them must be signed on paper: print them');
    const labels = ['Review and sign “NDA”', 'Print and send back “Will”'];
    const [inRoom, onPaper] = linksIn(text);
    expect([inRoom?.label, onPaper?.label]).toEqual(labels);
    expect((await desk.open(inRoom?.token ?? '')).documents).toMatchObject([{ name: 'NDA' }]);
    expect((await desk.device.get(`/signing/${onPaper?.token}`)).body.state).toBe('paper');
    await client.post(`/signatory/${jane}/send_reminder`, {});
    const reminder = (await mailsTo(email)).find(({ text: other }) =>
      other.includes('sent you this reminder'),
    );
    expect(
      linksIn(reminder?.text)
        .map(({ label }) => label)
        .toSorted(),
    ).toEqual(labels.toSorted());
  });
});

describe('a packet that went to a wrong address', () => {
  const cancel = async (packet: string) =>
    client.post(`/packet/${packet}/cancel`, { reason: 'Wrong address.' });

  test('can be canceled once its email comes back, and its pages go to the right one', async () => {
    const { jane, packet } = await makePacket();
    mailbox.answers.push(REJECTED);
    await client.post(`/packet/${packet}/send`, {});
    await expect.poll(async () => (await rowOf(packet))?.['mail_problem']).not.toBeNull();
    const canceled = await cancel(packet);
    expect(canceled.body, canceled.text).toMatchObject({ status: 'cancelled' });
    const right = `jane-${v7()}@alpha.test`;
    await client.patch(`/signatory/${jane}`, { email: right });
    const again = await desk.make(team, { signatories: [jane] });
    await desk.open(await desk.send(team, again, right));
    expect((await rowOf(again))?.['sent_to']).toBe(right);
  });
});

describe('the last day to sign', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  test('is in the email, and the link works until that day has ended in every time zone', async () => {
    const { email, packet } = await makePacket();
    const day = inDays(5);
    const sent = await client.post(`/packet/${packet}/send`, { expires_on: day });
    expect(sent.status, sent.text).toBe(200);
    expect(Date.parse(sent.body.expires_at)).toBe(Date.parse(day) + 36 * 3_600_000);
    await desk.open(await desk.linkFor(email));
    const mail = (await mailbox.mails()).findLast(({ to }) => to?.some(({ address }) => address === email));
    const words = new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect(mail?.text).toContain(`The link works until ${words}.`);
  });

  test.each([
    [-3, 'Choose a day that hasn’t passed.'],
    [70, 'A link can work for at most 60 days.'],
  ])('is refused if it is %s days away', async (days, sentence) => {
    const { packet } = await makePacket();
    const refused = await client.post(`/packet/${packet}/send`, { expires_on: inDays(days) });
    expect(refused.status).toBe(422);
    expect(refused.body.error_message).toBe(sentence);
    expect((await rowOf(packet))?.['status']).toBe('ready');
  });
});

describe('automatic reminders', () => {
  test('go out once for each day of the deal’s schedule, with a link, in the sender’s name', async () => {
    const { email, jane, packet } = await sendEarlier();
    await sendDueReminders(server.services);
    await sendDueReminders(server.services);
    expect(await remindersTo(jane)).toHaveLength(1);
    await desk.open(await desk.linkFor(email, 2));
    const { body } = await client.get(`/packet/${packet}`);
    expect(body.events.map(({ kind }: { kind: string }) => kind)).toContain('reminded');
    const mails = (await mailbox.mails()).filter(({ to }) => to?.some(({ address }) => address === email));
    expect(mails.some(({ text }) => text?.includes('sent you this reminder'))).toBe(true);
    // Two days later, the next one is due. The one that was due yesterday isn't sent late.
    await server.services.db
      .updateTable('signatory_reminders')
      .set({ sent_at: new Date(Date.now() - 3 * DAY_MS) })
      .where('signatory', '=', jane)
      .execute();
    await sendDueReminders(server.services);
    expect(await remindersTo(jane)).toHaveLength(2);
  });

  test('are about packets that are due, except if their signatory said that the packet isn’t for them', async () => {
    const { email, jane, packet } = await sendEarlier();
    await team.assign(await team.item('NDA'), jane);
    const other = await desk.make(team, { signatories: [jane] });
    await client.post(`/packet/${other}/send`, {});
    const sent_at = new Date(Date.now() - 5 * DAY_MS);
    const { db } = server.services;
    const wrong_person = JSON.stringify({ name: '', email: '', note: '', at: sent_at.toISOString() });
    await db.updateTable('packets').set({ sent_at, wrong_person }).where('uuid', '=', other).execute();
    await sendDueReminders(server.services);
    expect(await remindersTo(jane)).toHaveLength(1);
    expect((await rowOf(other))?.['wrong_person']).not.toBeNull();
    const kindsOf = async (uuid: string) =>
      (await client.get(`/packet/${uuid}`)).body.events.map(({ kind }: { kind: string }) => kind);
    expect(await kindsOf(packet)).toContain('reminded');
    expect(await kindsOf(other)).not.toContain('reminded');
    const mails = async () =>
      (await mailbox.mails()).filter(({ to }) => to?.some(({ address }) => address === email));
    await expect.poll(async () => (await mails()).length).toBe(3);
    const reminder = (await mails()).find(({ text }) => text?.includes('reminder'));
    expect(reminder?.text).toContain('SPA');
    expect(reminder?.text).not.toContain('NDA');
  });

  test.each([
    ['the deal has none', { reminder_days: [] }, {}],
    ['closing is far away', { closing_date: closingIn(30) }, {}],
    ['the deal has no closing date', { closing_date: null }, {}],
    ['the packet was just sent', {}, { sent_at: new Date() }],
    ['its signatory has declined', {}, { status: 'declined' as const }],
    ['its email couldn’t be delivered', {}, { mail_problem: 'No such user.' }],
    ['its link has expired', {}, { expires_at: new Date(Date.now() - 1000) }],
  ])('don’t go out if %s', async (_, edits, change) => {
    const { jane, packet } = await sendEarlier();
    if (Object.keys(edits).length > 0) await edit(edits);
    if (Object.keys(change).length > 0)
      await server.services.db.updateTable('packets').set(change).where('uuid', '=', packet).execute();
    await sendDueReminders(server.services);
    expect(await remindersTo(jane)).toEqual([]);
  });

  test('can be on days that the team chooses, within limits', async () => {
    expect((await edit({ reminder_days: [14, 2] })).body.reminder_days).toEqual([14, 2]);
    const refused = await client.patch(`/transactions/transaction/${team.deal}`, { reminder_days: [0] });
    expect(refused.status).toBe(422);
  });
});
