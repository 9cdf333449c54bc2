import { expose } from 'comlink';
import { announceWork } from '../db/change-sets.ts';
import { openDatabase } from '../db/database.ts';
import { currentAccount } from '../db/device-database.ts';
import { realClock } from '../sync/clock.ts';
import { createEngine, type Engine } from '../sync/engine.ts';
import { signIn, signOut } from '../sync/session.ts';
import { createTransport } from '../sync/transport.ts';
import { stageFiles } from '../sync/uploads/stage-files.ts';
import type { SyncApi } from './sync-api.ts';

const transport = createTransport(self.location.origin);
let engine: Engine | null = null;

async function attach(userId: string): Promise<Engine> {
  if (engine?.userId === userId) return engine;
  await engine?.stop();
  engine = createEngine(userId, transport, realClock);
  return engine;
}

/** The engine of the person who is current on this device. */
async function current(): Promise<Engine> {
  if (engine) return engine;
  const account = await currentAccount();
  if (!account) throw new Error('Nobody is signed in on this device.');
  return attach(account.userId);
}

const api: SyncApi = {
  async signIn(credentials) {
    const answer = await signIn(transport, realClock, credentials);
    if (answer.outcome === 'signed_in') {
      await attach(answer.userId);
      announceWork(answer.userId);
    }
    return answer;
  },
  async signOut() {
    const account = await currentAccount();
    await engine?.stop();
    engine = null;
    if (account) await signOut(transport, account.userId);
  },
  async attach(userId) {
    await attach(userId);
  },
  async watchDeal(transaction) {
    await (await current()).watchDeal(transaction);
  },
  async wake() {
    announceWork((await current()).userId);
  },
  async stageFiles(transaction, files) {
    return stageFiles(openDatabase((await current()).userId), transaction, files);
  },
  async retryUpload(uuid) {
    const { userId } = await current();
    // From the start: what failed may be the very file at the store.
    const fresh = {
      status: 'QUEUED' as const,
      sentBytes: 0,
      errorMessage: undefined,
      uploadedFileKey: undefined,
    };
    await openDatabase(userId).files.update(uuid, fresh);
    announceWork(userId);
  },
};

expose(api);
