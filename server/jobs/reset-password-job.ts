import { sql } from 'kysely';
import { log } from '../log.ts';
import { passwordResetMail } from '../mail/kinds/password-reset.ts';
import { postMail } from '../mail/post-mail.ts';
import { resetPasswordKind } from '../queue/job-kinds.ts';
import type { JobContext } from '../queue/job-queue.ts';
import type { Services } from '../services.ts';
import { issueReset } from '../store/account/password-resets.ts';
import { fullName } from '../store/account/users.ts';
import { recordAct } from '../store/audit/audit-log.ts';

export async function workOnResets(services: Services): Promise<void> {
  await services.jobs.work(resetPasswordKind, {
    run: ({ email }, job) => mailLink(services, email, job),
    failed: async (_payload, reason) => {
      log.error({ reason }, 'a password reset link could not be created');
    },
  });
}

async function mailLink(services: Services, email: string, job: JobContext): Promise<void> {
  const { db, settings } = services;
  const user = await db
    .selectFrom('users')
    .select(['uuid', 'email', 'organization', fullName('users').as('full_name')])
    .where(sql<string>`lower(email)`, '=', email)
    .executeTakeFirst();
  if (!user) return;
  await db.transaction().execute(async (tx) => {
    // The job may run again after it has succeeded, so the email has the job's id.
    const posted = await tx.selectFrom('mails').select('uuid').where('uuid', '=', job.id).executeTakeFirst();
    if (posted) return;
    const { token, expiresAt } = await issueReset(tx, user.uuid, services.now());
    const whose = { organization: user.organization, subject: user.uuid };
    await recordAct(tx, services.now(), { act: 'password.reset_requested', actor: null, ...whose });
    const mail = passwordResetMail({ ...user, token }, { publicUrl: settings.publicUrl, expiresAt });
    const { full_name: name, email: address, organization } = user;
    await postMail(services, tx, { name, address, user: user.uuid, organization }, mail, { uuid: job.id });
  });
}
