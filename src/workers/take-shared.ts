import { currentAccount } from '../db/device-database.ts';
import { openDatabase } from '../db/open-database.ts';
import { SHARED_IN_VAIN, SHARED_TO_NOBODY, stageShared } from '../sync/uploads/stage-shared.ts';

/** Puts what is shared to the installed app onto this device; answers where the app goes. Never throws. */
export async function takeShared(request: Pick<Request, 'formData'>): Promise<string> {
  try {
    const account = await currentAccount();
    if (!account) return SHARED_TO_NOBODY;
    const form = await request.formData();
    const files = form.getAll('documents').filter((part) => part instanceof File);
    return await stageShared(openDatabase(account.userId), files);
  } catch (error) {
    console.error('What was shared could not be taken in.', error);
    return SHARED_IN_VAIN;
  }
}
