import type { Kysely } from 'kysely';
import type { Docusign } from './docusign/docusign-client.ts';
import type { JobQueue } from './queue/job-queue.ts';
import type { Settings } from './settings.ts';
import type { ObjectStore } from './storage/object-store.ts';
import type { ResumableUploads } from './storage/resumable-uploads.ts';
import type { Sealing } from './store/sealing.ts';
import type { RecentTexts } from './store/recent-texts.ts';
import type { WriteTurns } from './store/deals/write-turns.ts';
import type { Tables } from './store/tables.ts';

/** What every request and job works with. Created once at startup. */
export type Services = {
  settings: Settings;
  db: Kysely<Tables>;
  /** Every write to a deal waits here for its turn before it takes a connection. */
  turns: WriteTurns;
  objects: ObjectStore;
  /** Null if chunked uploads are not offered. */
  resumable: ResumableUploads | null;
  jobs: JobQueue;
  sealing: Sealing;
  /** Null if transactions can't be signed with DocuSign. */
  docusign: Docusign | null;
  /** Presented deals for lists, cached for repeated requests. */
  dealTexts: RecentTexts;
  now(): Date;
};
