import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { PaperRoom } from '../../../../src/contract/entities/signing/signing-room.ts';
import { scanPage, signatureInk } from '../../../support/signing/scans.ts';
import type { SeenPage } from '../../../support/open-pdfium.ts';
import { postForm } from '../../support/upload.ts';
import { client, desk, team } from '../open-signing.ts';

/** Creates a person who signs these documents in wet ink. Returns the link of their packet. */
export async function signsOnPaper(name: string, documents: readonly string[], access_code?: string) {
  const email = `${v7()}@alpha.test`;
  const signatory = await team.person(name, { email });
  const assignments: string[] = [];
  for (const document of documents) {
    const item = await team.item(document);
    await client.patch(`/transactions/item/${item}`, { requires_original_signatures: true });
    assignments.push((await team.assign(item, signatory)).uuid);
  }
  const packet = await desk.make(team, { signatories: [signatory] });
  const sent = await client.post(`/packet/${packet}/send`, {
    message: 'Please sign by Friday.',
    access_code,
  });
  expect(sent.status, sent.text).toBe(200);
  return { signatory, assignments, packet, token: await desk.linkFor(email) };
}

export async function paperRoom(token: string): Promise<PaperRoom> {
  const answer = await desk.device.get(`/signing/${token}`);
  expect(answer.body.state, answer.text).toBe('paper');
  return answer.body;
}

/** Sends back a file through a link, like the room does. */
export async function sendBack(token: string, bytes: Uint8Array, name: string): Promise<string> {
  const uuid = v7();
  const form = await desk.act(token, 'upload', { uuid });
  expect(form.status, form.text).toBe(200);
  expect((await postForm(form.body, bytes)).ok).toBe(true);
  const returned = await desk.act(token, 'returned_file', { uuid, name });
  expect(returned.status, returned.text).toBe(200);
  return uuid;
}

export const photoOf = async (sheet: SeenPage | undefined) => {
  if (!sheet) throw new Error('There is no such page.');
  return scanPage(sheet, { rotate: 3, ink: signatureInk(150, 300) });
};

export const assignmentOf = async (uuid: string) =>
  (await team.list('/assignments/assignment')).find((each) => each.uuid === uuid);
