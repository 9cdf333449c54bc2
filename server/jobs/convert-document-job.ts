import * as z from 'zod';
import type { Services } from '../services.ts';
import type { JobKind } from './job-queue.ts';

const payloadSchema = z.object({ document: z.uuid() });
export type ConvertDocumentPayload = z.infer<typeof payloadSchema>;

export const convertDocumentKind: JobKind<ConvertDocumentPayload> = {
  name: 'convert-document',
  payload: payloadSchema,
  timeLimit: 900,
};

/** Starts converting what is uploaded. */
export async function workOnConversions(services: Services): Promise<void> {
  await services.jobs.work(convertDocumentKind, { run: async () => {}, failed: async () => {} });
}
