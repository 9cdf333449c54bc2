import { createHash } from 'node:crypto';
import { pdfKey } from '../../../../server/storage/object-keys.ts';
import type { OpenRoom } from '../../../../src/contract/entities/signing/signing-room.ts';
import { addFiledItem } from '../../support/deal-with-rows.ts';
import { client, desk, server, team } from '../open-signing.ts';

let numDeeds = 0;

export const FINAL = 'the final deed';
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export const WITNESS = {
  name: 'Wanda Hall',
  address: '1 High Street, Leeds LS1 4DY',
  occupation: 'Teacher',
  is_present: true,
  style: 'dancing_script',
};

export async function giveFile(document: string, text: string): Promise<void> {
  const key = pdfKey(hashOf(text));
  await server.services.objects.put(key, Buffer.from(text));
  await server.services.db
    .updateTable('documents')
    .set({ pdf_file_key: key })
    .where('uuid', '=', document)
    .execute();
}

/** Sends Jane Doe a deed that she signs for Alpha Corp. She has chosen her signature. */
export async function sentDeed(edit: object = { is_deed: true }) {
  numDeeds += 1;
  const email = `jane.deed.${numDeeds}@alpha.test`;
  const { filed: item, document } = await addFiledItem(server, client, team.deal);
  await giveFile(document, FINAL);
  await client.patch(`/transactions/item/${item}`, edit);
  const jane = await team.person('Jane Doe', { email });
  const alpha = await team.entity('Alpha Corp.');
  await team.relation(alpha, jane);
  const { uuid: assignment } = await team.assign(item, alpha);
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send(team, packet, email);
  const { consent } = await desk.open(token);
  await desk.act(token, 'consent', { version: consent.version });
  await desk.act(token, 'adopt', { name: 'Jane Doe', style: 'caveat' });
  return { item, document, assignment, packet, token, email };
}

type Deed = Awaited<ReturnType<typeof sentDeed>>;

export const shownIn = ({ pages }: OpenRoom) => pages.map(({ uuid, sha256 }) => ({ uuid, sha256 }));

export async function submit({ token, item }: Deed, more: object = {}) {
  const pages = shownIn(await desk.open(token));
  return desk.act(token, 'deed_submission', { item, document_sha256: hashOf(FINAL), pages, ...more });
}

/** Returns what the witness sees of the signed pages. */
const toWitness = ({ pages }: Pick<OpenRoom, 'pages'>) =>
  pages.map(({ uuid, witness }) => ({ uuid, sha256: witness?.sha256 ?? 'unsigned' }));

export async function witness(token: string, more: object = {}) {
  return desk.act(token, 'witness', { ...WITNESS, pages: toWitness(await desk.open(token)), ...more });
}

export const said = (answer: { body: { error_message?: string } }) => answer.body.error_message;
