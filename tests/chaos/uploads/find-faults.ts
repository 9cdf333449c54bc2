import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { fileKey } from '../../../server/storage/object-keys.ts';
import { documentSchema, type Document } from '../../../src/contract/entities/documents/document.ts';
import {
  documentStatus,
  type DocumentStatus,
} from '../../../src/contract/rules/documents/document-status.ts';
import { camelize } from '../../../src/db/codec.ts';
import { conversionFacts } from '../../../src/db/files/conversion-facts.ts';
import type { MirrorInBrowser } from './mirror-in-browser.ts';
import type { UploadDevice } from './upload-device.ts';
import { entriesOf, type UploadServer } from './upload-server.ts';
import type { Wish } from './wishes.ts';

/** `lost`: a file from the queue has no document. `doubled`: it has two. `other`: any other rule. */
export interface Finding {
  kind: 'lost' | 'doubled' | 'other';
  words: string;
}

const ENDED: ReadonlySet<DocumentStatus> = new Set([
  'CONVERSION_COMPLETE',
  'FAILED_CONVERTING_DOCUMENT',
  'FAILED_GENERATING_THUMBNAILS',
]);

/** Returns everything that differs from the expected final state. */
export async function findFaults(
  room: UploadServer,
  device: UploadDevice,
  wishes: readonly Wish[],
): Promise<Finding[]> {
  const documents = await documentsOnServer(device);
  const known = new Set(wishes.map(({ sha256 }) => sha256));
  const found = [
    ...wishes.flatMap((wish) => ofWish(wish, documents)),
    ...others(
      documents.filter(({ sha256 }) => !known.has(sha256)),
      ({ name }) => `“${name}” is on the server with other bytes than any file had`,
    ),
    ...others(
      documents.filter((document) => !ENDED.has(documentStatus(conversionFacts(camelize(document))))),
      ({ name }) => `“${name}” is still being converted`,
    ),
    ...ofBrowser(await device.mirror(), wishes, documents),
    ...(await ofIndicator(device)),
    ...(await ofStore(room, device.deal, documents)),
  ];
  // The sweep is checked only once everything else is fine.
  return found.length > 0 ? found : ofSweptStore(room, device.deal);
}

async function documentsOnServer({ person, deal }: UploadDevice): Promise<Document[]> {
  const answer = await person.client.get(
    `/transactions/document?transaction=${deal}&include_thumbnails=true`,
  );
  return z.array(documentSchema).parse(answer.body);
}

function ofWish(wish: Wish, all: readonly Document[]): Finding[] {
  const documents = all.filter(({ sha256 }) => sha256 === wish.sha256);
  const [document] = documents;
  if (documents.length > 1)
    return [{ kind: 'doubled', words: `${wish.fileName} has ${documents.length} documents` }];
  if (!document)
    return wish.fate === 'kept' ? [{ kind: 'lost', words: `${wish.fileName} has no document` }] : [];
  if (wish.fate === 'removed' || wish.fate === 'refused')
    return [{ kind: 'other', words: `${wish.fileName} was ${wish.fate}, and has a document` }];
  const found: Finding[] = [];
  if (!wish.names.includes(document.name))
    found.push(other(`${wish.fileName} is called “${document.name}”, not “${wish.names.join('” or “')}”`));
  if (!wish.signingTypes.includes(document.signing_type))
    found.push(other(`${wish.fileName} is ${document.signing_type}, not ${wish.signingTypes.join(' or ')}`));
  return found;
}

function ofBrowser(
  { files, bytes, documents: onDevice, outbox, rejected }: MirrorInBrowser,
  wishes: readonly Wish[],
  documents: readonly Document[],
): Finding[] {
  const found = others(files, ({ fileName, status, words }) =>
    `${fileName} is in the browser as ${status} ${words}`.trim(),
  );
  // If staging a file was interrupted, its bytes may exist without a row. They are deleted when a worker
  // takes the lead (SPEC: LEAD7).
  const there = new Set(documents.map(({ sha256 }) => sha256));
  const cutOff = wishes.filter(({ fate, sha256 }) => fate === 'perhaps' && !there.has(sha256));
  // A file's local copy remains for a while after its document is on the device, also from earlier runs
  // (SPEC: LOST5).
  const rows = new Set([...files, ...onDevice].map(({ uuid }) => uuid));
  const orphans = bytes.filter((uuid) => !rows.has(uuid)).length;
  if (orphans > cutOff.length) found.push(other(`the bytes of ${orphans} files are left in the browser`));
  if (outbox > 0) found.push(other(`${outbox} edits are not sent`));
  found.push(...others(rejected, (words) => `refused: ${words}`));
  return found;
}

async function ofIndicator(device: UploadDevice): Promise<Finding[]> {
  const said = await (await device.onDeal()).getByLabel('Sync status').innerText();
  return said.trim() === 'All changes saved' ? [] : [other(`the indicator says “${said.trim()}”`)];
}

/** Returns the uploads, complete or partial, that are not yet a document's file. */
async function incomingIn(
  { server }: UploadServer,
  deal: string,
): Promise<{ uuids: string[]; halves: string[] }> {
  const { objects } = server;
  const whole = await entriesOf(join(objects, 'whole', 'incoming', deal));
  // Named by their keys, with `~` instead of slashes.
  const chunks = (await entriesOf(join(objects, 'resumable')))
    .map((name) => name.split('~'))
    .flatMap(([, of, uuid]) => (of === deal && uuid !== undefined ? [uuid] : []));
  return { uuids: [...whole, ...chunks], halves: await entriesOf(join(objects, 'partial')) };
}

/**
 * Finds bytes that belong to no document. The bytes of a file that was removed from the queue, or of an
 * upload that arrived again after its document was created, may remain until the server's sweep. A later
 * start removes the leftovers of a killed server.
 */
async function ofStore(room: UploadServer, deal: string, documents: readonly Document[]): Promise<Finding[]> {
  const made = new Set(documents.map(({ uuid }) => uuid));
  const { uuids, halves } = await incomingIn(room, deal);
  return [
    ...others(
      uuids.filter((uuid) => made.has(uuid) && !room.hasRepeated),
      (uuid) => `the bytes of document ${uuid} lie in the store twice`,
    ),
    ...others(
      halves.filter((name) => !room.leftByKills.has(name)),
      (name) => `${name} is half in the store`,
    ),
  ];
}

/**
 * Checks that after the server's sweep, the store has the bytes of every document, including deleted ones,
 * and no others.
 */
async function ofSweptStore(room: UploadServer, deal: string): Promise<Finding[]> {
  await room.sweep();
  const { objects, db } = room.server;
  const { uuids, halves } = await incomingIn(room, deal);
  const rows = await db
    .selectFrom('documents')
    .select(['transaction', 'name', 'file_key', 'sha256'])
    .execute();
  const found = [
    ...others(uuids, (uuid) => `the upload ${uuid} has outlived the sweep`),
    ...others(halves, (name) => `${name} is half in the store after a start`),
  ];
  for (const { name, file_key, sha256 } of rows.filter(({ transaction }) => transaction === deal))
    if ((await hashOf(join(objects, 'whole', file_key))) !== sha256)
      found.push(other(`the store does not have the bytes of “${name}”`));
  const keys = new Set(rows.map(({ file_key }) => file_key));
  const stored = (await entriesOf(join(objects, 'whole', 'files'))).map(fileKey);
  for (const key of stored.filter((each) => !keys.has(each)))
    if (!room.surplusOf.has(key)) room.surplusOf.set(key, deal);
  const surplus = stored.filter((key) => !keys.has(key) && room.surplusOf.get(key) === deal);
  return [...found, ...others(surplus, (key) => `no document has ${key}`)];
}

/** Returns null if the file doesn't exist. */
async function hashOf(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch(() => null);
  return bytes && createHash('sha256').update(bytes).digest('hex');
}

function others<Of>(found: readonly Of[], words: (one: Of) => string): Finding[] {
  return found.map((one) => other(words(one)));
}

function other(words: string): Finding {
  return { kind: 'other', words };
}
