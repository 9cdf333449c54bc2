import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Kysely } from 'kysely';
import { checkEvidence } from '../../../src/contract/rules/evidence/check-evidence.ts';
import { checkFile } from '../../../src/contract/rules/evidence/check-file.ts';
import { concat } from '../../../src/contract/rules/evidence/der-write.ts';
import { fieldList, textOf } from '../../../src/contract/rules/evidence/event-details.ts';
import {
  EVIDENCE_FILE,
  evidenceSchema,
  type Evidence,
  type EvidenceEvent,
} from '../../../src/contract/entities/evidence.ts';
import { contentKeys } from '../../storage/object-keys.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { readSigningEvents } from '../../store/deals/signing-events.ts';
import type { Tables } from '../../store/tables.ts';
import { knownCertificates } from '../seal/seal-certificates.ts';

interface Checked {
  /** Rows in the record. */
  readonly count: number;
  /** SHA-256 of the certificate that sealed it; null if the packet isn't sealed, or was sealed without its record. */
  readonly seal: string | null;
  /** In sentences. */
  readonly faults: readonly string[];
}

type Store = Pick<ObjectStore, 'get' | 'stat'>;

interface Sources {
  readonly db: Kysely<Tables>;
  readonly objects: Store;
}

/**
 * Checks all that a packet's evidence says against what is stored: the events, the pages, the documents and the sealed PDF. Returns null
 * for an unknown packet.
 */
export async function checkPacketEvidence({ db, objects }: Sources, packet: string): Promise<Checked | null> {
  const row = await db
    .selectFrom('packets')
    .select('signed_file_key')
    .where('uuid', '=', packet)
    .executeTakeFirst();
  if (!row) return null;
  const events = await readSigningEvents(db, packet);
  const rows = await db
    .selectFrom('packet_pages')
    .select(['uuid', 'order', 'sha256', 'sheet'])
    .where('packet', '=', packet)
    .orderBy('order')
    .execute();
  const pages = rows.map(({ order, ...page }) => ({ ...page, number: order + 1 }));
  const sealed = row.signed_file_key === null ? null : await readSealed({ db, objects }, row.signed_file_key);
  if (sealed && 'fault' in sealed) return { count: events.length, seal: null, faults: [sealed.fault] };
  const faults = await checkEvidence({ events, pages, sealed: sealed?.evidence ?? null });
  faults.push(...(await checkDocuments(objects, sealed?.evidence?.events ?? events)));
  return { count: events.length, seal: sealed?.evidence ? sealed.seal : null, faults };
}

async function readSealed(
  { db, objects }: Sources,
  key: string,
): Promise<{ evidence: Evidence | null; seal: string } | { fault: string }> {
  const bytes = await readObject(objects, key);
  if (!bytes) return { fault: 'The signed PDF is missing.' };
  const verdict = await checkFile(concat([bytes]), await knownCertificates(db));
  // What a broken seal covers isn't read.
  if (verdict.is !== 'unchanged') return { fault: 'The signed PDF was altered after it was sealed.' };
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const file = pdf.getAttachments().find(({ name }) => name === EVIDENCE_FILE);
  const seal = verdict.seal.fingerprint;
  if (!file) return { evidence: null, seal };
  const parsed = evidenceSchema.safeParse(JSON.parse(new TextDecoder().decode(file.data)));
  return parsed.success
    ? { evidence: parsed.data, seal }
    : { fault: 'The record in the signed PDF can’t be read.' };
}

/** Checks that the documents are still those that the signatory could read. */
async function checkDocuments(objects: Store, events: readonly EvidenceEvent[]): Promise<string[]> {
  const faults: string[] = [];
  for (const document of fieldList(events.find(({ kind }) => kind === 'sent')?.details['documents'])) {
    const sha256 = textOf(document, 'sha256');
    if (sha256 === '') continue;
    const found = await firstObject(objects, contentKeys(sha256));
    const name = textOf(document, 'name');
    if (!found) faults.push(`The file for “${name}” is missing.`);
    else if (createHash('sha256').update(found).digest('hex') !== sha256)
      faults.push(`The file for “${name}” was altered: it isn’t what the signatory was shown.`);
  }
  return faults;
}

async function firstObject(objects: Store, keys: readonly string[]): Promise<Buffer | null> {
  for (const key of keys) {
    const found = await readObject(objects, key);
    if (found) return found;
  }
  return null;
}

/** Returns null if there is no such object. */
async function readObject(objects: Store, key: string): Promise<Buffer | null> {
  return (await objects.stat(key)) === null ? null : buffer(await objects.get(key));
}
