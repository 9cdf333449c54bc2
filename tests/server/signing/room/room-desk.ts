import { v7 } from 'uuid';
import { expect } from 'vitest';
import * as z from 'zod';
import type { OpenRoom } from '../../../../src/contract/entities/signing/signing-room.ts';
import type { MailCatcher } from '../../support/mail-catcher.ts';
import type { Answer, TestClient } from '../../support/test-client.ts';
import type { TestServer } from '../../support/test-server.ts';
import type { DealTeam } from '../deal-team.ts';

const againSchema = z.object({ asks_again: z.literal(true) });

/** Creates and sends packets for a team, and does what their signatories do in the room. */
export interface RoomDesk {
  /** The device on which all signatories open their links. */
  device: TestClient;
  /** Creates the packet of one person, and waits until its PDF exists. */
  make: (team: DealTeam, what: object) => Promise<string>;
  /** Sends a packet, and returns the token of its link. */
  send: (team: DealTeam, packet: string, email: string) => Promise<string>;
  /** Returns the token in the newest email to an address, once there are `count`. */
  linkFor: (address: string, count?: number) => Promise<string>;
  /**
   * Sends the packet that asks again for rejected pages now, which would otherwise be sent after the review.
   */
  sendAgain: (team: DealTeam) => Promise<void>;
  act: (token: string, name: string, body?: object) => Promise<Answer>;
  open: (token: string) => Promise<OpenRoom>;
  /** Requests a code for a device that isn't trusted, and enters the code that was emailed to an address. */
  confirmDevice: (token: string, address: string) => Promise<void>;
  /** Goes through the room and signs every page. */
  signAll: (token: string, pages?: OpenRoom['pages']) => Promise<void>;
}

/** Returns the newest code for a new device that was mailed to an address, once one exists. */
export async function codeMailedTo(mailbox: MailCatcher, address: string): Promise<string> {
  const codes = async () =>
    (await mailbox.mails())
      .filter(({ to }) => to?.some((each) => each.address === address))
      .flatMap(({ text }) => /^(\d{6})$/m.exec(text ?? '')?.[1] ?? []);
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(0);
  return (await codes()).at(-1) ?? '';
}

export function openDesk(
  server: TestServer,
  mailbox: MailCatcher,
  device: TestClient = server.client(),
): RoomDesk {
  const desk: RoomDesk = {
    device,
    make: async ({ client, deal }, what) => {
      const asked = { uuid: v7(), transaction: deal, ...what };
      const made = await client.post('/assignments/create_packet', asked);
      expect(made.status, made.text).toBe(201);
      await expect
        .poll(async () => (await client.get(`/assignments/create_packet/${asked.uuid}`)).body.status)
        .toBe('ready');
      return made.body.packets[0].uuid;
    },
    send: async ({ client }, packet, email) => {
      const sent = await client.post(`/packet/${packet}/send`, { message: 'Please sign by Friday.' });
      expect(sent.status, sent.text).toBe(200);
      return desk.linkFor(email);
    },
    linkFor: async (address, count = 1) => {
      await expect.poll(() => mailbox.received.filter(({ to }) => to.includes(address)).length).toBe(count);
      const mails = await mailbox.mails();
      const mail = mails.findLast(({ to }) => to?.some((each) => each.address === address));
      const token = /\/sign\/([A-Za-z0-9_-]{43})/.exec(mail?.text ?? '')?.[1];
      if (token === undefined) throw new Error(`There is no link in: ${mail?.text}`);
      return token;
    },
    sendAgain: async ({ client, list }) => {
      const isAgain = ({ status, queued }: Record<string, unknown>) =>
        status === 'ready' && againSchema.safeParse(queued).success;
      const find = async () => (await list('/packet')).find(isAgain);
      await expect.poll(find).toBeDefined();
      const sent = await client.post(`/packet/${(await find())?.uuid}/send`, {});
      expect(sent.status, sent.text).toBe(200);
    },
    act: async (token, name, body = {}) => device.post(`/signing/${token}/${name}`, body),
    open: async (token) => {
      const answer = await device.get(`/signing/${token}`);
      expect(answer.body.state, answer.text).toBe('open');
      return answer.body;
    },
    confirmDevice: async (token, address) => {
      await desk.act(token, 'device_code');
      const entered = await desk.act(token, 'device', { code: await codeMailedTo(mailbox, address) });
      expect(entered.status, entered.text).toBe(200);
    },
    signAll: async (token, asShown) => {
      const { consent, pages } = await desk.open(token);
      await desk.act(token, 'viewed');
      await desk.act(token, 'consent', { version: consent.version });
      await desk.act(token, 'adopt', { name: 'Jane Doe', style: 'caveat', initials: 'JD' });
      const shown = (asShown ?? pages)
        .filter(({ assignments }) => assignments.length > 0)
        .map(({ uuid, sha256 }) => ({ uuid, sha256 }));
      const signed = await desk.act(token, 'sign', { pages: shown });
      expect(signed.status, signed.text).toBe(200);
    },
  };
  return desk;
}
