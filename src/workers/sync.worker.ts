import { expose } from 'comlink';
import { announceWork } from '../db/change-sets.ts';
import { openDatabase } from '../db/open-database.ts';
import { NO_DEAL } from '../db/rows.ts';
import { currentAccount, leaveSession } from '../db/device-database.ts';
import { realClock } from '../sync/clock.ts';
import { createEngine } from '../sync/engine.ts';
import { sendOwedSignOuts, signIn } from '../sync/session.ts';
import { createTransport } from '../sync/transport.ts';
import { EngineSeat } from './engine-seat.ts';
import type { SyncApi } from './sync-api.ts';

const { origin } = self.location;
const signInTransport = createTransport({ origin });
const seat = new EngineSeat((userId) => {
  void sendOwedSignOuts(origin);
  return createEngine(userId, {
    clock: realClock,
    connect: (user, signal) => createTransport({ origin, userId: user, signal }),
  });
});

/** @throws {Error} when nobody is signed in on this device */
async function currentUser(): Promise<string> {
  const account = await currentAccount();
  if (!account) throw new Error('Nobody is signed in on this device.');
  return account.userId;
}

const api: SyncApi = {
  async signIn(credentials) {
    return seat.inTurn(async () => {
      const answer = await signIn(signInTransport, realClock, credentials);
      if (answer.outcome === 'signed_in') {
        await seat.seat(answer.userId);
        announceWork(answer.userId);
      }
      return answer;
    });
  },
  async signOut() {
    const account = await currentAccount();
    if (!account) return;
    // Here first: whatever the network does, this device shows nothing more of theirs.
    await leaveSession(account.userId);
    announceWork(account.userId);
    await seat.inTurn(async () => {
      await seat.unseat(account.userId);
      await sendOwedSignOuts(origin);
    });
  },
  async attach(userId) {
    await seat.inTurn(async () => seat.seat(userId));
  },
  async watchDeal(transaction) {
    await seat.watchDeal(transaction);
  },
  async rest() {
    await seat.rest();
  },
  async resume() {
    await seat.resume();
  },
  async wake() {
    announceWork(await currentUser());
  },
  // What is seldom asked for is loaded when it is.
  async stageFiles({ userId, transaction }, count, take) {
    const { stageFiles } = await import('../sync/uploads/stage-files.ts');
    return stageFiles(openDatabase(userId), transaction ?? NO_DEAL, {
      length: count,
      slice: take,
    });
  },
  async retryUpload(uuid) {
    const { retryUpload } = await import('../sync/uploads/retry-upload.ts');
    await retryUpload(openDatabase(await currentUser()), uuid);
  },
  async setAside(id) {
    const { setAside } = await import('../sync/set-aside.ts');
    const userId = await currentUser();
    await setAside(openDatabase(userId), id);
    announceWork(userId);
  },
  async retryRejected(id, change) {
    const { retryRejected } = await import('../db/commands/retry-rejected.ts');
    return retryRejected(openDatabase(await currentUser()), id, change);
  },
  async exportUnsentWork() {
    const { exportUnsentWork } = await import('../sync/unsent-work/export-unsent-work.ts');
    const userId = await currentUser();
    const email = (await currentAccount())?.email ?? '';
    return exportUnsentWork(openDatabase(userId), { userId, email }, new Date());
  },
  async importUnsentWork(archive) {
    const { importUnsentWork } = await import('../sync/unsent-work/import-unsent-work.ts');
    return importUnsentWork(openDatabase(await currentUser()), archive);
  },
};

expose(api);
