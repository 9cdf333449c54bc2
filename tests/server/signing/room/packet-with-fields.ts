import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { OpenRoom } from '../../../../src/contract/entities/signing/signing-room.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
import { client, desk, team } from '../open-signing.ts';

type Field = { tab_type: string; label?: string; required?: boolean; group?: string; value?: string };

/** Sends a packet with one generated page that has these fields, one below the other. */
export async function sendPage(fields: readonly Field[], rule?: object) {
  const email = `jane-${v7()}@alpha.test`;
  const jane = await team.person('Jane Doe', { email });
  const { uuid: assignment } = await team.assign(await team.item('Questionnaire'), jane);
  const group = rule
    ? (await client.post('/assignments/tab_group', { assignment_id: assignment, ...rule })).body.uuid
    : null;
  for (const [at, { tab_type, ...field }] of fields.entries()) {
    const place = { x_position: 0.1, y_position: 0.5 + at * 0.05, width: 0.4, height: 0.03 };
    const tab = { assignment, tab_type, ...place, ...field, ...(rule && { tab_group: group }) };
    const made = await client.post('/tab', tab);
    expect(made.status, made.text).toBe(201);
  }
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send(team, packet, email);
  const { consent } = await desk.open(token);
  await desk.act(token, 'consent', { version: consent.version });
  return { packet, token, page: await pageOf(token) };
}

export async function pageOf(token: string): Promise<OpenRoom['pages'][number]> {
  const [page] = (await desk.open(token)).pages;
  if (!page) throw new Error('The packet has no page.');
  return page;
}

export const adopt = (token: string, initials = 'JD') =>
  desk.act(token, 'adopt', { name: 'Jane Doe', style: 'caveat', initials });

export const sign = (token: string, { uuid, sha256 }: OpenRoom['pages'][number], values: object, more = {}) =>
  desk.act(token, 'sign', { pages: [{ uuid, sha256, values, ...more }] });

/** Returns values by field id, given by the fields' labels. */
export const valuesFor = (page: OpenRoom['pages'][number], byLabel: Record<string, string>) =>
  Object.fromEntries(
    page.tabs.flatMap(({ uuid, label }) => (byLabel[label] ? [[uuid, byLabel[label]]] : [])),
  );

export async function finished(token: string, packet: string, reader = client) {
  const done = await desk.act(token, 'finish');
  expect(done.body.state, done.text).toBe('completed');
  await expect
    .poll(async () => (await team.list('/packet'))[0]?.['latest_document'])
    .toMatchObject({ is_signed: true });
  const { body } = await reader.post(`/packet/${packet}/download`);
  const bytes = new Uint8Array(await (await fetch(body.redirect_url)).arrayBuffer());
  const [seen] = await seePdf(bytes, 2);
  if (!seen) throw new Error('The PDF has no page.');
  return seen;
}
