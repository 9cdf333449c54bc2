import { expose } from 'comlink';
import { announceWork } from '../db/change-sets.ts';
import { openDatabase } from '../db/open-database.ts';
import { currentAccount, leaveSession } from '../db/device-database.ts';
import { restWorker, resumeWorker } from '../db/commands/rest.ts';
import { realClock } from '../sync/clock.ts';
import { createEngine, type Engine } from '../sync/engine.ts';
import { sendOwedSignOuts, signIn } from '../sync/session.ts';
import { setAside } from '../sync/set-aside.ts';
import { createTransport } from '../sync/transport.ts';
import { retryUpload } from '../sync/uploads/retry-upload.ts';
import { stageFiles } from '../sync/uploads/stage-files.ts';
import type { SyncApi } from './sync-api.ts';

const { origin } = self.location;
const signInTransport = createTransport({ origin });
let engine: Engine | null = null;
let watched: string | null = null;
let turn: Promise<unknown> = Promise.resolve();

/** One after another: two people's comings and goings must not cross. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const own = turn.then(work, work);
  turn = own;
  return own;
}

async function attach(userId: string): Promise<Engine> {
  if (engine?.userId === userId) return engine;
  await engine?.stop();
  void sendOwedSignOuts(origin);
  engine = createEngine(userId, {
    clock: realClock,
    connect: (user, signal) => createTransport({ origin, userId: user, signal }),
  });
  return engine;
}

/** The engine of the person who is current on this device; null when nobody is. */
async function current(): Promise<Engine | null> {
  const account = await currentAccount();
  return account ? inTurn(async () => attach(account.userId)) : null;
}

/** @throws {Error} when nobody is signed in on this device */
async function currentUser(): Promise<string> {
  const account = await currentAccount();
  if (!account) throw new Error('Nobody is signed in on this device.');
  return account.userId;
}

const api: SyncApi = {
  async signIn(credentials) {
    return inTurn(async () => {
      const answer = await signIn(signInTransport, realClock, credentials);
      if (answer.outcome === 'signed_in') {
        await attach(answer.userId);
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
    await inTurn(async () => {
      if (engine?.userId === account.userId) {
        await engine.stop();
        engine = null;
      }
      await sendOwedSignOuts(origin);
    });
  },
  async attach(userId) {
    await inTurn(async () => attach(userId));
  },
  async watchDeal(transaction) {
    watched = transaction;
    await (await current())?.watchDeal(transaction);
  },
  async rest() {
    await inTurn(async () => {
      await engine?.stop();
      engine = null;
      restWorker();
    });
  },
  async resume() {
    resumeWorker();
    await (await current())?.watchDeal(watched);
  },
  async wake() {
    announceWork(await currentUser());
  },
  async stageFiles(transaction, files) {
    return stageFiles(openDatabase(await currentUser()), transaction, files);
  },
  async retryUpload(uuid) {
    await retryUpload(openDatabase(await currentUser()), uuid);
  },
  // What is seldom asked for is loaded when it is.
  async setAside(id) {
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
