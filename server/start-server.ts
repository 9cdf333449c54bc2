import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { confinementInWords } from './convert/confinement/confinement-in-words.ts';
import { visibleFolderOver } from './convert/confinement/confinement.ts';
import { findConfinement } from './convert/confinement/sandbox.ts';
import { isInMemory } from './convert/confinement/work-folder.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { openEventStreams } from './events/event-streams.ts';
import { openDocusign } from './docusign/docusign-client.ts';
import { buildApp } from './http/app.ts';
import { workOnReports } from './jobs/build-report-job.ts';
import { workOnDownloads } from './jobs/documents/build-download-job.ts';
import { workOnCollations } from './jobs/signing/collate-item-job.ts';
import { workOnComparisons } from './jobs/documents/compare-documents-job.ts';
import { workOnConversions } from './jobs/documents/convert-document-job.ts';
import { workOnPackets } from './jobs/signing/make-packet-job.ts';
import { workOnPurges } from './jobs/purge-deal-job.ts';
import { receiveBounces } from './jobs/receive-bounces.ts';
import { workOnResets } from './jobs/reset-password-job.ts';
import { workOnMails } from './jobs/send-mail-job.ts';
import { workOnQueuedPackets } from './jobs/signing/send-queued-packets.ts';
import { workOnPageComparisons } from './jobs/signing/compare-page-job.ts';
import { workOnExecutedDocuments } from './jobs/signing/read-executed-document-job.ts';
import { workOnSignatures } from './jobs/signing/sign-packet-job.ts';
import { workOnEnvelopes } from './jobs/signing/settle-envelope-job.ts';
import { sweepDaily, sweepsOf } from './jobs/sweep-daily.ts';
import { frequentSweeps, sweepOften } from './jobs/sweep-often.ts';
import { log, setLogLevel } from './log.ts';
import { BACKGROUND_LIMITS, NO_LIMITS } from './postgres/connection-pool.ts';
import { DatabaseError } from './postgres/database-error.ts';
import { makeKysely } from './postgres/kysely.ts';
import { migrate, MigrationError } from './postgres/migrate.ts';
import { openDatabase, type DatabaseAddress } from './postgres/open-database.ts';
import { jobKinds } from './queue/job-kinds.ts';
import { openJobQueue } from './queue/job-queue.ts';
import type { Services } from './services.ts';
import { RecentTexts } from './store/recent-texts.ts';
import { isLoopback, type Settings } from './settings.ts';
import { apartFromTransactions } from './storage/apart-from-transactions.ts';
import { measured } from './storage/measured-store.ts';
import { openObjectStore } from './storage/open-object-store.ts';
import { ResumableUploads } from './storage/resumable-uploads.ts';
import { readP12, SealingKeyError } from './signing/seal/read-p12.ts';
import { openSealing } from './signing/seal/open-sealing.ts';
import { serveStore } from './storage/folder/serve-store.ts';
import { printAudit } from './store/audit/print-audit.ts';
import { makeWriteTurns } from './store/deals/write-turns.ts';
import { claimStore, FOREIGN_STORE } from './store/installation.ts';
import { migrations } from './store/migrations.ts';
import type { Tables } from './store/tables.ts';
import { readUploadSigner } from './store/upload-secret.ts';

/** For reports and sweeps. A report stores its progress while its snapshot is open. */
const BACKGROUND_CONNECTIONS = 3;

/**
 * The cache of presented deals in a process, in characters: some 12,000 deals. Everyone's list is requested every 30 s, so a
 * cache that holds fewer deals than all lists together would evict each one before it is requested again.
 */
const DEAL_TEXTS_MAX = 64_000_000;

/** Explains in a sentence for the person at the terminal why the server can't start. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export type RunningServer = {
  /** The address for users. */
  url: string;
  /** Called with lines for the operator. */
  notes: string[];
  /** Called with warnings that the operator should act on. */
  warnings: string[];
  services: Services;
  /** Waits for pending requests and jobs, then closes everything that was opened, in reverse order. */
  close(): Promise<void>;
};

/**
 * Starts the parts of the server that `ROLE` names. The server is ready when the promise resolves.
 * @throws {StartError}
 */
export async function startServer(settings: Settings): Promise<RunningServer> {
  setLogLevel(settings.logLevel);
  const opened: (() => Promise<unknown>)[] = [];
  const close = async () => {
    const failures: unknown[] = [];
    // A part that can't be closed must not prevent closing the others.
    for (const closeOne of opened.splice(0).toReversed()) {
      await closeOne().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed.');
  };
  try {
    refuseVisibleData(settings);
    const confinement = findConfinement(settings.workDir);
    const database = await openDatabase(settings);
    opened.push(() => database.close());
    const db = makeKysely<Tables>(database.address, { maxConnections: settings.databasePool });
    opened.push(() => db.destroy());
    await migrateAt(database.address);
    const storage = await openObjectStore(settings);
    const objects = apartFromTransactions(measured(storage.store));
    opened.push(() => objects.close());
    const resumable = settings.resumableUploads
      ? new ResumableUploads(await readUploadSigner(db), settings.storePublicUrl)
      : null;
    const jobs = await openJobQueue(database.address, jobKinds);
    opened.push(() => jobs.stop());
    const now = () => new Date();
    const { sealP12 } = settings;
    const given = sealP12 && (await readP12(sealP12.file, sealP12.passphrase));
    const sealing = await openSealing(db, settings, given, now);
    const turns = makeWriteTurns(settings.databasePool);
    const services: Services = {
      settings,
      db,
      turns,
      objects,
      resumable,
      jobs,
      sealing,
      docusign: settings.docusign && openDocusign(settings.docusign, now),
      dealTexts: new RecentTexts(DEAL_TEXTS_MAX),
      now,
    };
    const patient = makeKysely<Tables>(database.address, {
      maxConnections: BACKGROUND_CONNECTIONS,
      limits: BACKGROUND_LIMITS,
      name: 'counterpart-background',
    });
    opened.push(() => patient.destroy());
    const background: Services = { ...services, db: patient };
    if (settings.auditLog === 'stdout')
      opened.push(printAudit(patient, (line) => void process.stdout.write(`${line}\n`)));
    if (settings.demo && isLoopback(settings)) await seedDemo(services);
    if (settings.role !== 'worker') {
      const storeServer = await serveStore(settings, database.address, storage, resumable);
      if (storeServer) opened.push(() => storeServer.close());
      const events = await openEventStreams(services, database.address);
      opened.push(() => events.close());
      const app = await buildApp(services, events.streams);
      opened.push(() => app.close());
      await listen(app, settings);
    }
    // This is last, because a server that can't serve because its port is taken must not accept work that it would have to
    // abandon at once.
    if (settings.role !== 'web') {
      opened.push(await receiveBounces(services));
      await workOnConversions(services);
      await workOnPackets(services);
      await workOnSignatures(services);
      await workOnQueuedPackets(services);
      opened.push(await workOnEnvelopes(services));
      await workOnCollations(services);
      await workOnComparisons(services);
      await workOnExecutedDocuments(services);
      await workOnPageComparisons(services);
      await workOnPurges(services);
      await workOnResets(services);
      await workOnMails(services);
      await workOnReports(background);
      await workOnDownloads(background);
      opened.push(sweepOften(database.address, frequentSweeps(background)));
      opened.push(sweepDaily(database.address, sweepsOf(background, storage.partials)));
    }
    const ownership = await warningsOfStore(services);
    const { line, isWarning } = confinementInWords(await confinement);
    return {
      url: settings.publicUrl,
      notes: isWarning ? [] : [line],
      warnings: [
        ...warningsOf(settings),
        ...ownership,
        ...(await warningsOfMemory(settings)),
        ...(isWarning ? [line] : []),
      ],
      services,
      close,
    };
  } catch (error) {
    await close().catch(() => {});
    throw asStartError(error, settings);
  }
}

/** A hostile file that takes over a conversion must not be able to find the data. */
function refuseVisibleData({ dataDir }: Settings): void {
  const folder = visibleFolderOver(dataDir);
  if (folder === null) return;
  throw new StartError(
    `DATA_DIR is ${dataDir}, but the programs that convert uploaded files can read everything in ${folder}. ` +
      'Move the data folder to another place, such as /var/lib/counterpart, and set DATA_DIR to it.',
  );
}

/** On a separate connection, because a step on large tables takes longer than a request may. */
async function migrateAt(address: DatabaseAddress): Promise<void> {
  const db = makeKysely<Tables>(address, { maxConnections: 1, limits: NO_LIMITS });
  try {
    await migrate(db, migrations);
  } finally {
    await db.destroy();
  }
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<void> {
  await app.listen({ host, port });
}

function warningsOf(settings: Settings): string[] {
  if (isLoopback(settings) || settings.publicUrl.startsWith('https:')) return [];
  return [
    'This server can be reached from other computers, but not by HTTPS. Browsers give offline work, and a safe sign-in, ' +
      'only to HTTPS: put it behind a proxy with a certificate and set PUBLIC_URL to its https:// address.',
  ];
}

/** How long an unresponsive store may delay a start. */
const STORE_MS = 3000;

/** Marks a new store as this installation's. If it doesn't respond now, the erasure tries again later. */
async function warningsOfStore(services: Services): Promise<string[]> {
  const claim = claimStore(services).catch((error: unknown) => {
    log.warn({ err: error }, 'could not read which installation the file store belongs to');
    return true;
  });
  const isOurs = await Promise.race([claim, wait(STORE_MS, true, { ref: false })]);
  return isOurs ? [] : [FOREIGN_STORE];
}

async function warningsOfMemory({ workDir }: Settings): Promise<string[]> {
  if (!(await isInMemory(workDir))) return [];
  return [
    `Uploads are checked and converted in ${workDir}, which is in memory, so each file uses that much memory. ` +
      'Set WORK_DIR to a folder on a disk.',
  ];
}

function asStartError(error: unknown, settings: Settings): unknown {
  if (error instanceof DatabaseError || error instanceof MigrationError || error instanceof SealingKeyError) {
    return new StartError(error.message, { cause: error });
  }
  if (!(error instanceof Error) || !('code' in error)) return error;
  const port = 'port' in error && typeof error.port === 'number' ? error.port : settings.port;
  const setting =
    port === settings.bounces?.port
      ? 'BOUNCE_SMTP_PORT'
      : port === settings.storePort
        ? 'STORE_PORT'
        : 'PORT';
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is in use by another program. Stop that, or start with another one: ${setting}=${port + 10} npm start`,
      { cause: error },
    );
  }
  if (error.code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return new StartError(
      `This account isn’t allowed to use port ${port}. Choose one above 1023 with ${setting}.`,
      {
        cause: error,
      },
    );
  }
  if (error.code === 'EADDRNOTAVAIL') {
    return new StartError(`HOST is ${settings.host}, which is not an address of this computer.`, {
      cause: error,
    });
  }
  return error;
}
