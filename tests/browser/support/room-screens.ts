import { expect } from 'vitest';
import type { SigningRoom } from '../../../src/contract/entities/signing/signing-room.ts';
import { linkTo, prepareSigner, sendPacket } from '../signing/mailed-room.ts';
import type { Site } from './person.ts';
import { elsewhere } from './prepared-deal.ts';
import type { Screen, Visit } from './screen.ts';

const WAIT = { timeout: 60_000 };
const ROOMS = '**/api/signing/*';
const sender = { organization: 'Whitfield & Crane LLP' };

type Ended = Exclude<
  SigningRoom['state'],
  'open' | 'paper' | 'elsewhere' | 'locked' | 'new_device' | 'witness'
>;

/** The headings of links that open nothing any more, by what their pictures are called. */
const ENDINGS: Readonly<Record<string, [state: Ended, heading: string]>> = {
  signed: ['completed', 'You have signed'],
  declined: ['declined', 'You declined to sign'],
  canceled: ['cancelled', 'These documents were withdrawn'],
  expired: ['expired', 'This link has expired'],
  superseded: ['superseded', 'A document has a new version'],
  replaced: ['replaced', 'This link was replaced'],
  void: ['void', 'Your signatures don’t count'],
  'wrong-person': ['wrong_person', 'You said these pages aren’t for you'],
};

/** The addresses of rooms that were prepared, by what they are for. */
const links = new WeakMap<Site, Map<string, Promise<string>>>();

async function linkFor({ person }: Visit, what: string, prepare: () => Promise<string>): Promise<string> {
  const ofSite = links.get(person.site) ?? new Map<string, Promise<string>>();
  links.set(person.site, ofSite);
  const link = ofSite.get(what) ?? prepare();
  ofSite.set(what, link);
  return link;
}

async function open({ person: { page } }: Visit, link: string, heading: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('heading', { name: heading }).waitFor(WAIT);
}

async function toPaper({ person }: Visit): Promise<string> {
  const client = await elsewhere(person.site);
  const signer = await prepareSigner(person.site, 'Project Linden');
  const { body: items } = await client.get(`/transactions/item?transaction=${signer.deal}`);
  for (const { uuid } of items)
    await client.patch(`/transactions/item/${uuid}`, { requires_original_signatures: true });
  await sendPacket(person.site, signer);
  return linkTo(person, signer.email);
}

/** Signs pages on another device, and enters the code for their witness. */
async function toWitness({ person }: Visit): Promise<string> {
  const client = await elsewhere(person.site);
  const signer = await prepareSigner(person.site, 'Project Juniper');
  const { body: signatures } = await client.get(`/assignments/assignment?transaction=${signer.deal}`);
  for (const { uuid } of signatures)
    await client.patch(`/assignments/assignment/${uuid}`, { requires_witness: true });
  await sendPacket(person.site, signer);
  const room = new URL(await linkTo(person, signer.email)).pathname.replace('/sign/', '/signing/');
  await client.post(`${room}/viewed`, {});
  const { consent, pages } = (await client.get(room)).body;
  await client.post(`${room}/consent`, { version: consent.version });
  await client.post(`${room}/adopt`, { name: 'Jane Doe', style: 'caveat', initials: 'JD' });
  const shown = pages.map(({ uuid, sha256 }: Record<'uuid' | 'sha256', string>) => ({ uuid, sha256 }));
  const signed = await client.post(`${room}/sign`, { pages: shown });
  expect(signed.status, signed.text).toBe(200);
  const { code } = (await client.post(`${room}/witness_code`, {})).body;
  const entered = await client.post('/signing/witness', { code });
  expect(entered.status, entered.text).toBe(200);
  return `${person.url}/sign/${entered.body.token}`;
}

/** Opens a link about which the server would say that. */
async function openEnded(visit: Visit, [state, heading]: [Ended, string]): Promise<void> {
  const { page, url } = visit.person;
  const signed = { packet: '0193b6a8-5b1c-7c3a-9d1e-2f3a4b5c6d7e', completed_at: '2026-03-02T10:00:00.000Z' };
  const json = { state, sender, ...(state === 'completed' && { ...signed, has_file: true }) };
  await page.route(ROOMS, async (route) => route.fulfill({ json }));
  await open(visit, `${url}/sign/${'a'.repeat(43)}`, heading);
  await page.unroute(ROOMS);
}

/** The rooms of links, in the states that signatories and their witnesses see. */
export const roomScreens: readonly Screen[] = [
  {
    name: 'paper-room',
    whole: true,
    open: async (visit) =>
      open(visit, await linkFor(visit, 'paper', async () => toPaper(visit)), 'Pages to sign on paper'),
  },
  {
    name: 'witness-room',
    whole: true,
    open: async (visit) => {
      await open(
        visit,
        await linkFor(visit, 'witness', async () => toWitness(visit)),
        'Witness Jane Doe’s signature',
      );
      await visit.person.page.getByRole('img').first().waitFor(WAIT);
    },
  },
  ...Object.entries(ENDINGS).map(([name, ending]): Screen => ({
    name: `room-${name}`,
    open: async (visit) => openEnded(visit, ending),
  })),
];
