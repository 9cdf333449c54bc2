import { currentAccount } from '../db/device-database.ts';
import { openDatabase } from '../db/open-database.ts';
import { SHARED_IN_VAIN, SHARED_TO_NOBODY, stageShared } from '../sync/uploads/staging/stage-shared.ts';

/** The page to open if nothing was shared. */
const NOT_SHARED = '/incoming';

/** The request with the share target's form, which any website can send. */
export type Shared = Pick<Request, 'referrer' | 'headers' | 'formData'>;

/** Stores files shared to the installed app on this device. Returns the address to open. Never throws. */
export async function takeShared(request: Shared, ownOrigin: string): Promise<string> {
  if (isFromElsewhere(request, ownOrigin)) return NOT_SHARED;
  try {
    const account = await currentAccount();
    if (!account) return SHARED_TO_NOBODY;
    const form = await request.formData();
    const files = form.getAll('documents').filter((part) => part instanceof File);
    return await stageShared(openDatabase(account.userId), files);
  } catch (error) {
    console.error('Failed to store shared files.', error);
    return SHARED_IN_VAIN;
  }
}

/**
 * Returns whether another website sent the share, if the browser says so: service workers do not get `Sec-Fetch-Site`
 * (w3c/ServiceWorker#1513). The system's share names no sender. Neither does a form on a page that hides its origin, but its
 * files also wait for the user to choose a deal.
 */
function isFromElsewhere({ referrer, headers }: Shared, ownOrigin: string): boolean {
  const senders = [
    URL.canParse(referrer) ? new URL(referrer).origin : 'null',
    headers.get('origin') ?? 'null',
  ];
  return senders.some((sender) => sender !== 'null' && sender !== ownOrigin);
}
