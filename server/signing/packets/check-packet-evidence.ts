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
} from '../../../src/contract/entities/closing/evidence.ts';
import { contentKeys } from '../../storage/object-keys.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { readSigningEvents } from '../../store/deals/packets/signing-events.ts';
import type { Tables } from '../../store/tables.ts';
import { checkSignedPages } from './check-signed-pages.ts';
import { knownCertificates } from '../seal/seal-certificates.ts';

interface Checked {
  /** The number of rows in the record. */
  readonly count: number;
  /** The SHA-256 of the certificate that sealed the packet; null if it isn't sealed, or was sealed without its record. */
  readonly seal: string | null;
  /** What was altered, in sentences. */
  readonly faults: readonly string[];
  /** What is missing and can't be checked, and why, in sentences. */
  readonly notes: readonly string[];
  /** Whether the signatory has finished although there is no signed PDF. */
  readonly isUnsealed: boolean;
}

type Store = Pick<ObjectStore, 'get' | 'stat'>;

interface Sources {
  readonly db: Kysely<Tables>;
  readonly objects: Store;
}

/**
 * Checks a packet's evidence against what is stored: the events, the pages, what was signed on them, the documents and the
 * sealed PDF. Returns null for an unknown packet.
 */
export async function checkPacketEvidence({ db, objects }: Sources, packet: string): Promise<Checked | null> {
  const row = await db
    .selectFrom('packets')
    .innerJoin('transactions', 'transactions.uuid', 'packets.transaction')
    .select([
      'signed_file_key',
      'status',
      'adopted',
      'packets.esigning_service',
      'transactions.archived_at as purged_at',
    ])
    .where('packets.uuid', '=', packet)
    .executeTakeFirst();
  if (!row) return null;
  const events = await readSigningEvents(db, packet);
  // Pages that came back on paper have no electronic signature to seal.
  const hasFinished = events.some(({ kind }) => kind === 'finished') || row.status === 'completed';
  const isUnsealed = row.signed_file_key === null && hasFinished && row.adopted !== null;
  const rows = await db
    .selectFrom('packet_pages')
    .select(['uuid', 'order', 'sha256', 'sheet'])
    .where('packet', '=', packet)
    .orderBy('order')
    .execute();
  const pages = rows.map(({ order, ...page }) => ({ ...page, number: order + 1 }));
  const read = row.esigning_service === 'docusign' ? readUnsealed : readSealed;
  const sealed = row.signed_file_key === null ? null : await read({ db, objects }, row.signed_file_key);
  const count = events.length;
  if (sealed && 'fault' in sealed)
    return { count, seal: null, faults: [sealed.fault], notes: [], isUnsealed };
  const faults = await checkEvidence({ events, pages, sealed: sealed?.evidence ?? null });
  faults.push(...checkSealedFile(events, sealed?.sha256 ?? null));
  const trusted = sealed?.evidence?.events ?? events;
  faults.push(...(await checkSignedPages(db, packet, trusted)));
  const documents = await checkDocuments({ db, objects }, { packet, purgedAt: row.purged_at }, trusted);
  faults.push(...documents.faults);
  const seal = sealed?.evidence ? sealed.seal : null;
  return { count, seal, faults, notes: documents.notes, isUnsealed };
}

/** The kinds of events that record the signed PDF. */
const SIGNED_FILE: ReadonlySet<string> = new Set(['sealed', 'timestamped', 'envelope_completed']);

/** Checks that the signed PDF is the one that was sealed. A later timestamp creates a new file. */
function checkSealedFile(events: readonly EvidenceEvent[], sha256: string | null): string[] {
  const last = events.findLast(({ kind }) => SIGNED_FILE.has(kind));
  if (!last) return [];
  if (sha256 === null)
    return [`Row ${last.seq} (${last.kind}) records a signed PDF, but the packet has none.`];
  if (textOf(last.details, 'sha256') === sha256) return [];
  return [`The signed PDF was replaced: it isn’t the one that row ${last.seq} (${last.kind}) records.`];
}

/** A file from DocuSign has DocuSign's seal, which says nothing about this record. */
async function readUnsealed(
  { objects }: Sources,
  key: string,
): Promise<{ evidence: null; seal: string; sha256: string } | { fault: string }> {
  const bytes = await readObject(objects, key);
  if (!bytes) return { fault: 'The signed PDF is missing.' };
  return { evidence: null, seal: '', sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function readSealed(
  { db, objects }: Sources,
  key: string,
): Promise<{ evidence: Evidence | null; seal: string; sha256: string } | { fault: string }> {
  const bytes = await readObject(objects, key);
  if (!bytes) return { fault: 'The signed PDF is missing.' };
  const verdict = await checkFile(concat([bytes]), await knownCertificates(db));
  // The content of a file with a broken seal isn't read.
  if (verdict.is !== 'unchanged') return { fault: 'The signed PDF was altered after it was sealed.' };
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const file = pdf.getAttachments().find(({ name }) => name === EVIDENCE_FILE);
  const seal = verdict.seal.fingerprint;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (!file) return { evidence: null, seal, sha256 };
  const parsed = evidenceSchema.safeParse(JSON.parse(new TextDecoder().decode(file.data)));
  return parsed.success
    ? { evidence: parsed.data, seal, sha256 }
    : { fault: 'The record in the signed PDF can’t be read.' };
}

/** Checks that the documents are still the ones that the signatory could read. */
async function checkDocuments(
  { db, objects }: Sources,
  { packet, purgedAt }: { packet: string; purgedAt: Date | null },
  events: readonly EvidenceEvent[],
): Promise<Pick<Checked, 'faults' | 'notes'>> {
  const faults: string[] = [];
  const notes: string[] = [];
  const infected = await infectedDocuments(db, packet);
  for (const document of fieldList(events.find(({ kind }) => kind === 'sent')?.details['documents'])) {
    const sha256 = textOf(document, 'sha256');
    if (sha256 === '') continue;
    const found = await firstObject(objects, contentKeys(sha256));
    const name = textOf(document, 'name');
    if (!found && purgedAt !== null)
      notes.push(
        `The file for “${name}” was purged with the files of its transaction on ${purgedAt.toISOString().slice(0, 10)}, so it can’t be compared.`,
      );
    else if (!found && infected.has(textOf(document, 'item')))
      notes.push(
        `The file for “${name}” was removed because malware was found in it, so it can’t be compared.`,
      );
    else if (!found) faults.push(`The file for “${name}” is missing.`);
    else if (createHash('sha256').update(found).digest('hex') !== sha256)
      faults.push(`The file for “${name}” was altered: it isn’t what the signatory was shown.`);
  }
  return { faults, notes };
}

/** Returns the items whose documents in the packet contained malware. */
async function infectedDocuments(db: Kysely<Tables>, packet: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('packet_documents as shown')
    .innerJoin('documents', 'documents.uuid', 'shown.document')
    .select('shown.item')
    .where('shown.packet', '=', packet)
    .where('documents.malware', 'is not', null)
    .execute();
  return new Set(rows.map(({ item }) => item));
}

async function firstObject(objects: Store, keys: readonly string[]): Promise<Buffer | null> {
  for (const key of keys) {
    const found = await readObject(objects, key);
    if (found) return found;
  }
  return null;
}

/** Returns null if the object doesn't exist. */
async function readObject(objects: Store, key: string): Promise<Buffer | null> {
  return (await objects.stat(key)) === null ? null : buffer(await objects.get(key));
}
