import * as z from 'zod';
import type { JobKind } from './job-queue.ts';

// Every kind of job on the queue. The handlers are in server/jobs/.

/** `asked_at` is when the purge was last approved; null in jobs that are older than this field. */
const purgeDealPayload = z.object({
  deal: z.uuid(),
  asked_at: z.iso.datetime().nullable().default(null),
});
export type PurgeDealPayload = z.infer<typeof purgeDealPayload>;

export const purgeDealKind: JobKind<PurgeDealPayload> = {
  name: 'purge-deal',
  payload: purgeDealPayload,
  timeLimit: 4 * 3600,
  // A conversion takes minutes; an unavailable store may take a day.
  retries: { limit: 500, delaySeconds: 2, mostSeconds: 300 },
};

export const convertDocumentKind: JobKind<{ document: string }> = {
  name: 'convert-document',
  payload: z.object({ document: z.uuid() }),
  // Longer than a file may take (CONVERSION_SECONDS) plus the time to store it, because this limit is for attempts that hang.
  timeLimit: 7200,
};

export const makePacketKind: JobKind<{ packet: string }> = {
  name: 'make-packet',
  payload: z.object({ packet: z.uuid() }),
  // Each set of values for a Word file is converted: a person may sign for dozens of entities.
  timeLimit: 1800,
};

export const signPacketKind: JobKind<{ packet: string }> = {
  name: 'sign-packet',
  payload: z.object({ packet: z.uuid() }),
  // Painting and sealing pages of files may take 300 s each.
  timeLimit: 900,
  // An unavailable store may take hours to come back. The signed pages must then be ready within a minute.
  retries: { limit: 1000, delaySeconds: 2, mostSeconds: 30 },
};

/** Sends the queued packets of a packet's deal whose turn has come. */
export const sendQueuedKind: JobKind<{ packet: string }> = {
  name: 'send-queued',
  payload: z.object({ packet: z.uuid() }),
};

/** `requested_at` identifies the request; null in jobs that are older than this field. */
export const collateItemKind: JobKind<{ item: string; requested_at: string | null }> = {
  name: 'collate-item',
  payload: z.object({ item: z.uuid(), requested_at: z.iso.datetime().nullable().default(null) }),
  timeLimit: 1800,
  // An unavailable store comes back eventually.
  retries: { limit: 100, delaySeconds: 2, mostSeconds: 300 },
};

/** Synchronizes a packet and its envelope at DocuSign. */
export const settleEnvelopeKind: JobKind<{ packet: string }> = {
  name: 'settle-envelope',
  payload: z.object({ packet: z.uuid() }),
  // DocuSign comes back eventually. After that, a sweep asks it again.
  retries: { limit: 6, delaySeconds: 2, mostSeconds: 120 },
};

/** Compares two versions of a document. */
export const compareDocumentsKind: JobKind<{ before: string; after: string }> = {
  name: 'compare-documents',
  payload: z.object({ before: z.uuid(), after: z.uuid() }),
  timeLimit: 1800,
};

/** Reads a returned file, some pages at a time. */
export const readExecutedDocumentKind: JobKind<{ executed_document: string }> = {
  name: 'read-executed-document',
  payload: z.object({ executed_document: z.uuid() }),
  timeLimit: 7200,
  // An unavailable store or scanner comes back eventually.
  retries: { limit: 100, delaySeconds: 2, mostSeconds: 300 },
};

/** Compares a returned page that wasn't matched by its own code with what was sent. */
export const comparePageKind: JobKind<{ page: string }> = {
  name: 'compare-page',
  payload: z.object({ page: z.uuid() }),
  timeLimit: 900,
};

export const buildDownloadKind: JobKind<{ download: string }> = {
  name: 'build-download',
  payload: z.object({ download: z.uuid() }),
  timeLimit: 4 * 3600,
};

export const buildReportKind: JobKind<{ report: string }> = {
  name: 'build-report',
  payload: z.object({ report: z.uuid() }),
  timeLimit: 900,
};

/** The address may be unknown. Only the job finds out, so that neither the response nor its timing reveals it. */
export const resetPasswordKind: JobKind<{ email: string }> = {
  name: 'reset-password',
  payload: z.object({ email: z.string() }),
};

export const SEND_MAIL_SECONDS = 60;

/**
 * Retried for about six hours. Within that time, servers that defer unknown senders, or that are being repaired, accept the
 * email.
 */
export const sendMailKind: JobKind<{ mail: string }> = {
  name: 'send-mail',
  payload: z.object({ mail: z.uuid() }),
  timeLimit: SEND_MAIL_SECONDS,
  retries: { limit: 30, delaySeconds: 2, mostSeconds: 900 },
};

export const jobKinds = [
  buildDownloadKind,
  buildReportKind,
  collateItemKind,
  compareDocumentsKind,
  comparePageKind,
  convertDocumentKind,
  makePacketKind,
  purgeDealKind,
  readExecutedDocumentKind,
  resetPasswordKind,
  sendMailKind,
  sendQueuedKind,
  settleEnvelopeKind,
  signPacketKind,
];
