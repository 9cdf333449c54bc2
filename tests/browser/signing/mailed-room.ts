import { v7 } from 'uuid';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { openProfile } from '../support/chromium.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import type { Person, Site } from '../support/person.ts';
import { elsewhere, prepareDeal } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };

export interface Setting {
  person: Person;
  counterpart: CounterpartProcess;
}

/** Prepares a deal in which Jane Doe signs two documents with these fields. */
export async function prepareSigner(
  counterpart: Site,
  name: string,
  fields: Readonly<Record<string, readonly object[]>> = {},
): Promise<{ deal: string; jane: string; email: string }> {
  const deal = await prepareDeal(counterpart, name, ['Purchase Agreement', 'Escrow Agreement']);
  const client = await elsewhere(counterpart);
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@alder.test`;
  const jane = await client.post('/signatory', { transaction: deal, full_name: 'Jane Doe', email });
  const { body: items } = await client.get(`/transactions/item?transaction=${deal}`);
  for (const { uuid: item, name: document } of items) {
    const { body: assigned } = await client.post('/assignments/assignment', {
      item,
      signatory: jane.body.uuid,
    });
    for (const [at, field] of (fields[document] ?? []).entries()) {
      const place = { x_position: 0.1, y_position: 0.6 + at * 0.05 };
      await client.post('/tab', { assignment: assigned.uuid, required: true, ...place, ...field });
    }
  }
  return { deal, jane: jane.body.uuid, email };
}

/** Creates a signatory's packet from another machine. Returns the packet, which is ready to send. */
export async function createPacket(counterpart: Site, deal: string, signatory: string): Promise<string> {
  const client = await elsewhere(counterpart);
  const asked = { uuid: v7(), transaction: deal, signatories: [signatory] };
  const made = await client.post('/assignments/create_packet', asked);
  const status = async () => (await client.get(`/assignments/create_packet/${asked.uuid}`)).body.status;
  await expect.poll(status, WAIT).toBe('ready');
  return made.body.packets[0].uuid;
}

/** Creates and sends Jane's packet from another machine. Returns the packet. */
export async function sendPacket(
  counterpart: Site,
  { deal, jane }: { deal: string; jane: string },
): Promise<string> {
  const client = await elsewhere(counterpart);
  const packet = await createPacket(counterpart, deal, jane);
  const sent = await client.post(`/packet/${packet}/send`, { message: 'Please sign by Friday.' });
  expect(sent.status, sent.text).toBe(200);
  return packet;
}

/** Reads the emails to an address, newest first. */
export async function mailsTo(counterpart: Site, email: string): Promise<{ text: string }[]> {
  const client = await elsewhere(counterpart);
  const { organization } = (await client.get('/authentication/user/me')).body;
  const { body } = await client.get(`/authentication/organization/${organization}/outbox`);
  return body.filter(({ to }: { to: string }) => to === email);
}

/** Returns the newest link that was mailed to an address, once there are `count`. */
export async function linkTo({ site, url }: Person, email: string, count = 1): Promise<string> {
  const links = async () =>
    (await mailsTo(site, email)).flatMap(({ text }) => /\/sign\/([\w-]{43})/.exec(text)?.[1] ?? []);
  await expect.poll(async () => (await links()).length, WAIT).toBe(count);
  return `${url}/sign/${(await links())[0]}`;
}

/** Returns the code for a new device that was emailed to an address. */
export async function mailedCode({ counterpart }: Setting, email: string): Promise<string> {
  const codes = async () =>
    (await mailsTo(counterpart, email)).flatMap(({ text }) => /^(\d{6})$/m.exec(text)?.[1] ?? []);
  await expect.poll(async () => (await codes()).length, WAIT).toBe(1);
  return (await codes())[0] ?? '';
}

/** Opens the link that was emailed to an address, on a phone of a person without an account. */
export async function openRoom(
  setting: Setting,
  email: string,
  count = 1,
  heading = 'Documents for you to sign',
): Promise<Page> {
  const link = await linkTo(setting.person, email, count);
  const { context, close } = await openProfile({
    hosts: setting.counterpart.hosts,
    still: true,
    shell: true,
  });
  onTestFinished(close);
  const room = await context.newPage();
  await room.setViewportSize({ width: 390, height: 844 });
  await room.goto(link);
  await room.getByRole('heading', { name: heading }).waitFor(WAIT);
  return room;
}
