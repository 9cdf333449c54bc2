import { noteUndelivered } from '../commands/packets/note-undelivered.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { startBounceServer } from '../smtp/bounce-server.ts';
import { mailReturnedTo } from '../store/account/mails.ts';

/** Starts receiving bounced emails if an address for them is set. Returns a function that stops it. */
export async function receiveBounces(services: Services): Promise<() => Promise<void>> {
  const { db, settings } = services;
  const { bounces, host, smtpUrl } = settings;
  if (bounces === null || smtpUrl === null) return async () => {};
  const server = await startBounceServer(
    { bounces, host },
    {
      async find(token) {
        const mail = await mailReturnedTo(db, token);
        if (!mail) return 'unknown';
        return mail.waiting ? 'later' : 'found';
      },
      async returned(token, reason) {
        const mail = await mailReturnedTo(db, token);
        if (!mail) return;
        log.warn({ mail: mail.uuid, reason }, 'an email came back');
        await noteUndelivered(services, mail.uuid, reason);
      },
    },
  );
  return () => server.close();
}
