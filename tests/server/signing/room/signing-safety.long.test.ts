import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expirePackets } from '../../../../server/jobs/signing/expire-packets.ts';
import { resumeSignatures } from '../../../../server/jobs/signing/resume-signatures.ts';
import { signPacketKind } from '../../../../server/queue/job-kinds.ts';
import { pendingJobs } from '../../../../server/queue/pending-jobs.ts';
import type { TestClient } from '../../support/test-client.ts';
import { addParticipant } from '../../support/test-server.ts';
import { client, desk, openSigning, server, team, visitor } from '../open-signing.ts';
import {
  change,
  eventsOf,
  fileOf,
  roomOf,
  rowOf,
  sendPacket,
  signedFile,
  signedPacket,
} from './one-page-packet.ts';

let counsel: TestClient;

openSigning();
beforeAll(async () => {
  counsel = await server.signIn('counsel@outside.test');
});
beforeEach(async () => {
  await addParticipant(server, team.deal, 'counsel@outside.test');
});

const sender = { organization: 'Whitfield & Crane LLP' };

const userOf = async (each: TestClient): Promise<string> =>
  (await each.get('/authentication/user/me')).body.uuid;

describe('signed pages', () => {
  test('belong to the organization that sent the packet, even if the person who sent it now works elsewhere', async () => {
    const { packet, token } = await signedPacket();
    const signed = await signedFile(packet);
    await change(packet, { sent_by: await userOf(counsel) });
    expect(await fileOf(client, packet)).toContain(signed);
    expect(await fileOf(counsel, packet)).not.toContain(signed);
    const { body: room } = await visitor.get(`/signing/${token}`);
    expect(room.sender).toEqual(sender);
  });

  test('are made after the next sweep if their job was lost, and a job that waits for its next attempt is left alone', async () => {
    const [lost, waiting] = [await signedPacket(), await signedPacket()];
    for (const { packet } of [lost, waiting]) {
      await signedFile(packet);
      await change(packet, { signed_file_key: null, completed_at: new Date(Date.now() - 30_000) });
    }
    const { db, jobs } = server.services;
    await db
      .transaction()
      .execute(async (tx) =>
        jobs.enqueue(tx, signPacketKind, { packet: waiting.packet }, { delaySeconds: 600 }),
      );
    await resumeSignatures(server.services);
    expect(await signedFile(lost.packet)).toMatch(/[0-9a-f]{64}/);
    const pending = await db.transaction().execute(async (tx) => pendingJobs(tx, signPacketKind));
    expect(pending).toEqual([{ packet: waiting.packet }]);
  });
});

describe('a link', () => {
  test('says that signatures don’t count once all are rejected, and then that they were asked for again', async () => {
    const { email, assignment, packet, token } = await signedPacket();
    await signedFile(packet);
    const rejected = await client.post(`/assignments/assignment/${assignment}/reject`, {
      reason: 'Blurred.',
    });
    expect(rejected.status, rejected.text).toBe(200);
    expect(await roomOf(token)).toEqual({ state: 'void', sender });
    expect((await visitor.get(`/signing/${token}/document/${packet}`)).status).toBe(404);
    await desk.sendAgain(team);
    await desk.open(await desk.linkFor(email, 2));
    expect(await roomOf(token)).toEqual({ state: 'replaced', sender });
  });

  test('says that signatures don’t count once a new version of the document has superseded them', async () => {
    const { assignment, token } = await signedPacket();
    await team.status(assignment, 'superseded');
    expect(await roomOf(token)).toEqual({ state: 'void', sender });
  });
});

describe('deciding about a packet', () => {
  test('is part of its evidence', async () => {
    const { assignment, packet } = await signedPacket(counsel);
    const path = `/assignments/assignment/${assignment}`;
    expect((await counsel.post(`${path}/accept`)).status).toBe(200);
    expect(await eventsOf(packet, 'accepted')).toEqual([{ details: { assignments: [assignment] } }]);
    expect((await client.post(`${path}/reject`, { reason: 'Wrong title.' })).status).toBe(200);
    expect(await eventsOf(packet, 'rejected')).toEqual([
      { details: { assignments: [assignment], reason: 'Wrong title.' } },
    ]);
  });
});

test('the team is notified of a packet that expires, even if another packet can’t be ended', async () => {
  const [broken, other] = [await sendPacket(), await sendPacket()];
  for (const { packet } of [broken, other]) await change(packet, { expires_at: new Date(Date.now() - 1000) });
  const { db } = server.services;
  const event = await db
    .selectFrom('signing_events')
    .selectAll()
    .where('packet', '=', broken.packet)
    .executeTakeFirstOrThrow();
  // The next number is larger than the column can store.
  await db
    .insertInto('signing_events')
    .values({ ...event, details: JSON.stringify(event.details), seq: 2_147_483_647 })
    .execute();
  await expirePackets(server.services);
  expect((await rowOf(broken.packet)).status).toBe('sent');
  expect((await rowOf(other.packet)).status).toBe('expired');
  expect(await eventsOf(other.packet, 'expired')).toHaveLength(1);
  const { body: notifications } = await client.get('/notifications');
  expect(notifications[0]).toMatchObject({
    notification_type: 'packet_expired',
    title: 'Jane Doe didn’t sign for “Project Alder” in time.',
  });
});
