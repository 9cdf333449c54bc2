import { v7 } from 'uuid';
import { expect } from 'vitest';
import { addFiledItem } from '../../support/deal-with-rows.ts';
import { client, desk, server, team } from '../open-signing.ts';

/** Creates a lease with a file, and makes Jane's packet, which nobody has downloaded yet. */
export async function leasePacket() {
  const { filed: item, document } = await addFiledItem(server, client, team.deal);
  await client.patch(`/transactions/item/${item}`, { name: 'Lease' });
  const jane = await team.person('Jane Doe', { email: `jane-${v7()}@alpha.test` });
  const { uuid: lease } = await team.assign(item, jane);
  const packet = await desk.make(team, { signatories: [jane] });
  return { item, document, jane, lease, packet };
}

/** Makes another version of a document current. */
export async function replaceVersion(item: string, document: string): Promise<string> {
  const { db } = server.services;
  const row = await db
    .selectFrom('documents')
    .selectAll()
    .where('uuid', '=', document)
    .executeTakeFirstOrThrow();
  const uuid = v7();
  const created_at = new Date(row.created_at.getTime() + 1000);
  await db
    .insertInto('documents')
    .values({ ...row, uuid, created_at })
    .execute();
  await makeCurrent(item, uuid);
  return uuid;
}

export async function makeCurrent(item: string, document: string): Promise<void> {
  const answer = await client.patch(`/transactions/item/${item}`, { document });
  expect(answer.status, answer.text).toBe(200);
}

export const statusOf = async (assignment: string) =>
  (await team.list('/assignments/assignment')).find(({ uuid }) => uuid === assignment)?.['status'];

export const match = async (page: string, assignments: string[]) =>
  client.patch(`/transactions/executed_document_page/${page}`, { assignments });
