import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { expect } from 'vitest';
import { verifyEvidence } from '../../../../server/admin/verify-evidence.ts';
import { pdfKey } from '../../../../server/storage/object-keys.ts';
import type { Tables } from '../../../../server/store/tables.ts';
import { addFiledItem, insertDocument } from '../../support/deal-with-rows.ts';
import { client, desk, server, team } from '../open-signing.ts';

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Stores a text in place of a version's PDF. */
async function giveFile(document: string, text: string): Promise<void> {
  const key = pdfKey(hashOf(text));
  await server.services.objects.put(key, Buffer.from(text));
  await change(document, { pdf_file_key: key });
}

export async function change(document: string, values: object): Promise<void> {
  await server.services.db.updateTable('documents').set(values).where('uuid', '=', document).execute();
}

/** Adds a lease whose second version says “as sent”, with a generated page that one person signs. */
export async function addLease(email: string) {
  const { filed, document: first } = await addFiledItem(server, client, team.deal);
  await giveFile(first, 'the first draft');
  const second = await addVersion(filed, 'as sent');
  const jane = await team.person('Jane Doe', { email });
  await team.assign(filed, jane);
  return { filed, jane, second };
}

export async function addVersion(item: string, text: string): Promise<string> {
  const uuid = await insertDocument(server, client, team.deal, item);
  await giveFile(uuid, text);
  await server.services.db.updateTable('items').set({ document: uuid }).where('uuid', '=', item).execute();
  return uuid;
}

/** Returns a packet that was signed and sealed. */
export async function signedPacket(email: string) {
  const { filed, jane } = await addLease(email);
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send(team, packet, email);
  await desk.signAll(token);
  await desk.act(token, 'finish', { device_at: '2026-03-01T12:34:56.000Z' });
  await expect
    .poll(async () => (await team.list('/packet'))[0]?.['latest_document'])
    .toMatchObject({ is_signed: true });
  return { packet, filed };
}

export const verify = async (packet: string) => {
  const { db, objects } = server.services;
  return verifyEvidence({ db, objects }, packet);
};

/** Changes evidence as only the owner of its tables can. */
export async function tamper(write: (tx: Kysely<Tables>) => Promise<unknown>): Promise<void> {
  await server.services.db.transaction().execute(async (tx) => {
    await sql`alter table signing_events disable trigger signing_events_append_only`.execute(tx);
    await write(tx);
    await sql`alter table signing_events enable trigger signing_events_append_only`.execute(tx);
  });
}

/** Returns what the verifier says about a packet, intact or not. */
export const said = async (packet: string): Promise<string> =>
  verify(packet).catch((error: Error) => error.message);
