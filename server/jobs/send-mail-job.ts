import { log } from '../log.ts';
import { SEND_MAIL_SECONDS, sendMailKind } from '../queue/job-kinds.ts';
import { FinalJobFailure, type JobContext } from '../queue/job-queue.ts';
import type { Services } from '../services.ts';
import { noteUndelivered } from '../commands/packets/note-undelivered.ts';
import { openMailServer, type MailServer } from '../smtp/mail-server.ts';
import { claimMail, markFailed, markSent, releaseMail } from '../store/account/mails.ts';

/** The time limit of an attempt. Until it is over, nobody starts another one. */
const CLAIM_MS = (SEND_MAIL_SECONDS + 15) * 1000;

/** Starts sending queued emails, if there is a mail server. */
export async function workOnMails(services: Services): Promise<void> {
  const { settings, jobs } = services;
  if (settings.smtpUrl === null) return;
  const server = openMailServer(settings.smtpUrl, settings);
  await jobs.work(sendMailKind, {
    concurrency: 2,
    run: (payload, job) => sendOne(services, server, payload.mail, job),
    failed: async ({ mail }) => {
      await markFailed(services.db, mail, services.now());
      await noteUndelivered(services, mail);
    },
  });
}

/**
 * Makes one attempt. An email is sent twice only if the server accepted it and its response, or the record of it, was lost.
 * Both have the same Message-ID.
 */
async function sendOne(services: Services, server: MailServer, uuid: string, job: JobContext): Promise<void> {
  const { db } = services;
  const now = services.now();
  const claimed = await claimMail(db, uuid, { now, until: new Date(now.getTime() + CLAIM_MS) });
  switch (claimed.kind) {
    case 'done':
      return;
    case 'busy':
      throw new Error('Another attempt is in progress.');
    case 'expired':
      await releaseMail(db, uuid, 'The link expired before a mail server accepted the email.');
      throw new FinalJobFailure('The link has expired.');
    case 'mail': {
      const sending = await server.send(claimed.mail, job.signal);
      if (sending.kind === 'sent') {
        await markSent(db, uuid, services.now());
        return;
      }
      log.warn({ mail: uuid, attempt: job.attempt, reason: sending.reason }, 'a mail was not sent');
      await releaseMail(db, uuid, sending.reason);
      throw sending.kind === 'refused' ? new FinalJobFailure(sending.reason) : new Error(sending.reason);
    }
  }
}
