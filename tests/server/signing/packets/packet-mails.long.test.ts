import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { noteUndelivered } from '../../../../server/commands/packets/note-undelivered.ts';
import { sendDueReminders } from '../../../../server/jobs/signing/send-due-reminders.ts';
import { addParticipant } from '../../support/test-server.ts';
import { DAY_MS } from '../../../../src/contract/retention.ts';
import { client, desk, mailbox, openSigning, server, team } from '../open-signing.ts';
import {
  allPackets,
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

test('a reminder that can’t be delivered leaves the earlier link valid', async () => {
  const { email, jane, packet } = await makePacket();
  const token = await desk.send(team, packet, email);
  mailbox.answers.push(REJECTED);
  await client.post(`/signatory/${jane}/send_reminder`, {});
  await expect.poll(async () => (await rowOf(packet))?.['mail_problem']).toContain('No such user here');
  await server.services.db
    .updateTable('signing_tokens')
    .set({ replaced_at: new Date(Date.now() - 2 * 86_400_000) })
    .where('packet', '=', packet)
    .where('replaced_at', 'is not', null)
    .execute();
  await desk.open(token);
});

describe('a reminder without a link', () => {
  const remind = async (signatory: string) => client.post(`/signatory/${signatory}/send_reminder`, {});

  test('isn’t sent to an entity: the refusal names the person who signs for it', async () => {
    const email = `jane-${v7()}@alpha.test`;
    const jane = await team.person('Jane Doe', { email });
    const alpha = await team.entity('Alpha Corp.');
    await client.patch(`/signatory/${alpha}`, { email: `office-${v7()}@alpha.test` });
    await team.relation(alpha, jane);
    await team.assign(await team.item('SPA'), alpha);
    await desk.send(team, await desk.make(team, { signatories: [jane] }), email);
    const refused = await remind(alpha);
    expect([refused.status, refused.body.error_message]).toEqual([
      422,
      'Jane Doe signs for Alpha Corp., so send the reminder to Jane Doe.',
    ]);
    expect(await remindersTo(alpha)).toEqual([]);
    expect((await remind(jane)).status).toBe(204);
  });

  test('isn’t sent once the link has expired, even before the packet is listed as expired', async () => {
    const { email, jane, packet } = await makePacket();
    await desk.send(team, packet, email);
    await server.services.db
      .updateTable('packets')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('uuid', '=', packet)
      .execute();
    const refused = await remind(jane);
    expect([refused.status, refused.body.error_message]).toEqual([
      422,
      'Jane Doe’s link has expired. Once the packet is listed as expired, put its pages in a new one.',
    ]);
    expect(await remindersTo(jane)).toEqual([]);
  });
});

describe('a reminder about several packets', () => {
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

  test('shows on all of them if it can’t be delivered', async () => {
    const { jane, packets } = await sendTwo();
    mailbox.answers.push(REJECTED);
    await client.post(`/signatory/${jane}/send_reminder`, {});
    const problems = async () =>
      Promise.all(packets.map(async (packet) => (await rowOf(packet))?.['mail_problem'] !== null));
    await expect.poll(problems).toEqual([true, true]);
  });

  test('that can’t be delivered shows only on those that no newer email has reached', async () => {
    const { email, jane, packets } = await sendTwo();
    const [first = '', second = ''] = packets;
    expect((await client.post(`/signatory/${jane}/send_reminder`, {})).status).toBe(204);
    await desk.linkFor(email, 3);
    const { db } = server.services;
    const reminders = db
      .selectFrom('mails')
      .where('to_address', '=', email)
      .where('kind', '=', 'signing_reminder');
    // The server records that an email was sent a moment after it has arrived.
    await expect
      .poll(async () => (await reminders.select('sent_at').executeTakeFirst())?.sent_at)
      .toBeTruthy();
    const { uuid: reminder } = await db
      .updateTable('mails')
      .set({ failed_at: new Date(), error: 'The mailbox is full.' })
      .where('to_address', '=', email)
      .where('kind', '=', 'signing_reminder')
      .returning('uuid')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('mails')
      .set({ created_at: new Date(Date.now() + 60_000) })
      .where('kind', '=', 'signing_request')
      .where(sql<boolean>`packets @> ${[first]}::uuid[]`)
      .execute();
    await noteUndelivered(server.services, reminder);
    expect((await rowOf(first))?.['mail_problem']).toBeNull();
    expect((await rowOf(second))?.['mail_problem']).toBe('The mailbox is full.');
  });

  test('says until when all of the links work, which is when the first one expires', async () => {
    const { email, jane, packet } = await makePacket();
    await desk.send(team, packet, email);
    await team.assign(await team.item('NDA'), jane);
    const other = await desk.make(team, { signatories: [jane] });
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await client.post(`/packet/${other}/send`, { expires_on: day });
    expect((await client.post(`/signatory/${jane}/send_reminder`, {})).status).toBe(204);
    await desk.linkFor(email, 3);
    const mail = (await mailbox.mails()).findLast(({ to }) => to?.some(({ address }) => address === email));
    const words = new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect(mail?.text).toContain(`The links work until ${words}.`);
  });
});

describe('packets that go out together', () => {
  test('all say so if their email can’t be delivered', async () => {
    await makeBoth();
    mailbox.answers.push(REJECTED);
    await client.post('/packet/send', { packets: await allPackets() });
    const problems = async () => (await team.list('/packet')).map((each) => each['mail_problem'] !== null);
    await expect.poll(problems).toEqual([true, true]);
  });

  test('to two signatories with one address are one email if they have one name, and two if they share a mailbox', async () => {
    const email = `doe-${v7()}@alpha.test`;
    const spa = await team.item('SPA');
    const names = ['Jane Doe', 'Doe, Jane', 'Max Doe'];
    const people: string[] = [];
    for (const name of names) people.push(await team.person(name, { email }));
    for (const person of people) await team.assign(spa, person);
    await desk.make(team, { signatories: people });
    const sent = await client.post('/packet/send', { packets: await allPackets() });
    expect(sent.status, sent.text).toBe(200);
    const mails = await mailsTo(email);
    expect(mails.map(({ text }) => linksIn(text).length).toSorted((one, other) => one - other)).toEqual([
      1, 2,
    ]);
    expect(mails.flatMap(({ about }) => about).toSorted()).toEqual((await allPackets()).toSorted());
  });
});

describe('a packet that went to a wrong address', () => {
  const cancel = async (packet: string) =>
    client.post(`/packet/${packet}/cancel`, { reason: 'Wrong address.' });

  test('can be canceled once the address is corrected, even if somebody else got the email', async () => {
    const { email, jane, packet } = await makePacket();
    const token = await desk.send(team, packet, email);
    const refused = await cancel(packet);
    expect(refused.status).toBe(403);
    await client.patch(`/signatory/${jane}`, { email: email.replace('jane', 'JANE') });
    expect((await cancel(packet)).status, 'the same address in capitals').toBe(403);
    const right = `jane-${v7()}@alpha.test`;
    await client.patch(`/signatory/${jane}`, { email: right });
    expect((await cancel(packet)).body).toMatchObject({ status: 'cancelled', sent_to: email });
    expect((await server.client().get(`/signing/${token}`)).body.state).toBe('cancelled');
    const { events } = (await client.get(`/packet/${packet}`)).body;
    expect(events.at(-1)).toMatchObject({
      kind: 'cancelled',
      note: `Wrong address. (sent to ${email}, address changed to ${right})`,
    });
  });
});

describe('automatic reminders', () => {
  test('of two organizations go to one person on different days', async () => {
    const { email, jane, packet } = await sendEarlier();
    await edit({ reminder_days: [5] });
    await addParticipant(server, team.deal, 'counsel@outside.test');
    const guests = { ...team, client: await server.signIn('counsel@outside.test') };
    await team.assign(await team.item('NDA'), jane);
    const theirs = await desk.make(guests, { signatories: [jane] });
    await guests.client.post(`/packet/${theirs}/send`, {});
    await desk.linkFor(email, 2);
    const { db } = server.services;
    const sent_at = new Date(Date.now() - 4 * DAY_MS);
    await db.updateTable('packets').set({ sent_at }).where('uuid', '=', theirs).execute();
    const reminded = async () =>
      Promise.all(
        [packet, theirs].map(async (uuid) => {
          const { events } = (await client.get(`/packet/${uuid}`)).body;
          return events.filter(({ kind }: { kind: string }) => kind === 'reminded').length;
        }),
      );
    const nextDay = async () => {
      await db
        .updateTable('signatory_reminders')
        .set({ sent_at: sql`sent_at - interval '25 hours'` })
        .where('signatory', '=', jane)
        .execute();
      await sendDueReminders(server.services);
    };
    await sendDueReminders(server.services);
    await sendDueReminders(server.services);
    expect(await reminded()).toEqual([1, 0]);
    await nextDay();
    expect(await reminded()).toEqual([1, 1]);
    await nextDay();
    expect(await reminded()).toEqual([1, 1]);
  });

  test('are not in the name of a person who has left', async () => {
    const { jane } = await sendEarlier();
    const { db } = server.services;
    const setDisabled = async (disabled_at: Date | null) =>
      db.updateTable('users').set({ disabled_at }).where('email', '=', 'member@firm.test').execute();
    await setDisabled(new Date());
    await sendDueReminders(server.services);
    await setDisabled(null);
    expect(await remindersTo(jane)).toHaveLength(0);
  });
});
