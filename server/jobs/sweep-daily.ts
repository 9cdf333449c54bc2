import { sweepEndedSessions } from '../auth/ended-sessions.ts';
import { sweepSessions } from '../auth/sessions.ts';
import { sweepAttempts } from '../auth/shared-delay.ts';
import { sweepPagePdfs } from '../commands/signing/signature-page-pdf.ts';
import { log } from '../log.ts';
import { runAlone } from '../postgres/run-alone.ts';
import type { DatabaseAddress } from '../postgres/open-database.ts';
import { eraseWhenDue } from '../purge/erase-deleted.ts';
import { sweepTestdrives } from '../purge/remove-testdrives.ts';
import type { Services } from '../services.ts';
import type { PartialUploads } from '../storage/partial-uploads.ts';
import { sweepConfirmations } from '../store/account/address-confirmations.ts';
import { sweepLoginAddresses } from '../store/account/login-addresses.ts';
import { sweepMails } from '../store/account/mails.ts';
import { sweepNotifications } from '../store/account/notifications.ts';
import { sweepResets } from '../store/account/password-resets.ts';
import { sweepUserEvents } from '../store/account/user-events.ts';
import { holdOffBackups } from '../store/backup-lock.ts';
import { sweepChanges } from '../store/deals/change-log.ts';
import { sweepAnswers } from '../store/idempotency.ts';
import { claimStore, FOREIGN_STORE } from '../store/installation.ts';
import { sweepDownloads } from '../store/downloads.ts';
import { sweepReports } from '../store/reports.ts';
import { addTimestamps } from './signing/add-timestamps.ts';
import { expirePackets } from './signing/expire-packets.ts';
import { retryGivenUp } from './signing/resume-collations.ts';
import { sendDueReminders } from './signing/send-due-reminders.ts';
import { sweepUploads } from './documents/sweep-uploads.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The advisory lock's number, the same in every version. */
const SWEEP_LOCK = 7_265_119;

/**
 * The erasure doesn't run at startup, so that a server that was started with the wrong database can still be stopped. It is
 * checked every hour whether a day has passed since the last one, because a server may be restarted every day.
 */
export const ERASURE = 'deleted deals and files';

/**
 * These run hourly, because a day would be too long to free the pages of expired packets, or to wait for timestamps, executed
 * documents and reminders.
 */
const EXPIRY = 'expired packets';
const TIMESTAMPS = 'missing timestamps';
const REMINDERS = 'automatic reminders';
const EXECUTED = 'executed documents that could not be made';
const HOURLY: ReadonlySet<string> = new Set([EXPIRY, TIMESTAMPS, REMINDERS, EXECUTED, ERASURE]);

/** What is removed, by the name that a failure is reported under. */
export type Sweeps = Record<string, () => Promise<void>>;

export function sweepsOf(services: Services, partials: PartialUploads): Sweeps {
  const { db } = services;
  return {
    'kept answers': async () => sweepAnswers(services),
    notifications: async () => sweepNotifications(services),
    reports: async () => sweepReports(services),
    downloads: async () => sweepDownloads(services),
    'PDFs of signature pages': async () => sweepPagePdfs(services),
    changes: async () => sweepChanges(services),
    sessions: async () => sweepSessions(db, services.now()),
    attempts: async () => sweepAttempts(db, services.now()),
    'login addresses': async () => sweepLoginAddresses(db, services.now()),
    mails: async () => sweepMails(db, services.now()),
    'password links': async () => sweepResets(db, services.now()),
    'address confirmations': async () => sweepConfirmations(db, services.now()),
    'ended sessions': async () => sweepEndedSessions(db, services.now()),
    'user events': async () => sweepUserEvents(db, services.now()),
    uploads: async () => {
      if (!(await claimStore(services))) throw new Error(FOREIGN_STORE);
      await sweepUploads(services, partials);
    },
    [EXECUTED]: async () => retryGivenUp(services),
    [EXPIRY]: async () => expirePackets(services),
    [TIMESTAMPS]: async () => addTimestamps(services),
    [REMINDERS]: async () => sendDueReminders(services),
    'test drives': async () => sweepTestdrives(services),
    // This is last, because the other sweeps may leave objects behind that no row names.
    [ERASURE]: async () => eraseWhenDue(services),
  };
}

/** The pause before the next attempt if a backup is running, which must not cancel the day's sweeps. */
const AGAIN_MS = 10 * 60_000;

/** Removes what is too old: at startup (except for the erasure), and once a day. Returns a function that stops it. */
export function sweepDaily(address: DatabaseAddress, sweeps: Sweeps): () => Promise<void> {
  let running = Promise.resolve();
  let again: NodeJS.Timeout | undefined;
  let stopped = false;
  const sweep = (those: Sweeps) => {
    running = running.then(async () => sweepOnce(those));
  };
  const sweepOnce = async (those: Sweeps) => {
    try {
      const outcome = await sweepAlone(address, those);
      if (outcome !== 'backup') return;
      log.warn('a backup is running: old data is removed later, and tried again every 10 minutes');
      if (!stopped) again = setTimeout(() => sweep(those), AGAIN_MS).unref();
    } catch (error) {
      log.error({ err: error }, 'old data could not be removed');
    }
  };
  sweep(Object.fromEntries(Object.entries(sweeps).filter(([name]) => name !== ERASURE)));
  const timer = setInterval(() => sweep(sweeps), DAY_MS).unref();
  const hourly = Object.fromEntries(Object.entries(sweeps).filter(([name]) => HOURLY.has(name)));
  const hourlyTimer = setInterval(() => sweep(hourly), HOUR_MS).unref();
  return () => {
    stopped = true;
    clearInterval(timer);
    clearInterval(hourlyTimer);
    clearTimeout(again);
    return running;
  };
}

/**
 * Runs the sweeps one after the other, in only one process at a time; other processes skip them. Returns whether they ran here
 * (`swept`), are running in another process (`elsewhere`), or have to run later because of a backup (`backup`).
 */
export async function sweepAlone(
  address: DatabaseAddress,
  sweeps: Sweeps,
): Promise<'swept' | 'elsewhere' | 'backup'> {
  const outcome = await runAlone(address, SWEEP_LOCK, async (client): Promise<'swept' | 'backup'> => {
    if (!(await holdOffBackups(client))) return 'backup';
    for (const [name, sweep] of Object.entries(sweeps)) {
      // A failing sweep must not keep the others from running.
      await sweep().catch((error: unknown) => {
        log.error({ err: error, sweep: name }, 'old data could not be removed');
      });
    }
    return 'swept';
  });
  return outcome ?? 'elsewhere';
}
