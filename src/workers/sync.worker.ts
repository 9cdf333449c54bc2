import { expose } from 'comlink';
import { announceWork } from '../db/change-sets.ts';
import { openDatabase } from '../db/open-database.ts';
import { NO_DEAL } from '../db/rows.ts';
import { realClock } from '../sync/engine/clock.ts';
import { createEngine } from '../sync/engine/engine.ts';
import { sendOwedSignOuts, signIn, type SignInAnswer } from '../sync/transport/session.ts';
import { createTransport } from '../sync/transport/transport.ts';
import { UNREACHED } from '../sync/transport/unreachable.ts';
import { EngineSeat } from './engine-seat.ts';
import { forgetLeftOver, signOut, watchEndedAccess } from './sign-out.ts';
import type { SyncApi } from './sync-api.ts';

const { origin } = self.location;
const signInTransport = createTransport({ origin });
const tellSignOuts = async () => sendOwedSignOuts((userId) => createTransport({ origin, userId }));
const seat = new EngineSeat((userId) => {
  void tellSignOuts();
  return createEngine(userId, {
    clock: realClock,
    connect: (user, signal) => createTransport({ origin, userId: user, signal }),
  });
});

/** Null if the network is lost right away on a first visit. The server can't be reached then anyway. */
const askOpenly = async () => import('../sync/transport/ask-openly.ts').catch(() => null);
const askServer = async () => import('../sync/transport/ask-server.ts').catch(() => null);

/** Modules that aren't needed to show the deals. They load afterward, and again if that fails. */
const later = {
  staging: async () => import('../sync/uploads/staging/stage-files.ts'),
  asking: askServer,
  retryUpload: async () => import('../sync/uploads/retry-upload.ts'),
  setAside: async () => import('../sync/push/set-aside.ts'),
  retryRejected: async () => import('../db/commands/tray/retry-rejected.ts'),
  exporting: async () => import('../sync/unsent-work/export-unsent-work.ts'),
  sealing: async () => import('../sync/lock/bring-in-form.ts'),
  importing: async () => import('../sync/unsent-work/import-unsent-work.ts'),
};

async function enter(begin: () => Promise<SignInAnswer>): Promise<SignInAnswer> {
  return seat.inTurn(async () => {
    const answer = await begin();
    if (answer.outcome === 'signed_in') {
      await seat.seat(answer.userId);
      announceWork(answer.userId);
    }
    return answer;
  });
}

function lineOf(userId: string) {
  return { db: openDatabase(userId), transport: createTransport({ origin, userId }), clock: realClock };
}

const api: SyncApi = {
  async signIn(credentials) {
    return enter(async () => signIn(signInTransport, realClock, credentials));
  },
  async register(registration) {
    const asking = await askOpenly();
    if (!asking) return UNREACHED;
    return enter(async () => asking.register(signInTransport, realClock, registration));
  },
  async testdrive() {
    const asking = await askOpenly();
    return asking ? enter(async () => asking.testdrive(signInTransport, realClock)) : UNREACHED;
  },
  async previewInvitation(by) {
    const asking = await askOpenly();
    return asking ? asking.previewInvitation(signInTransport, by) : UNREACHED;
  },
  async runOpenly(call) {
    const asking = await askOpenly();
    return asking ? asking.runOpenly(signInTransport, call) : UNREACHED;
  },
  async takesMessages() {
    return (await askOpenly())?.takesMessages(signInTransport) ?? null;
  },
  async knownCertificates() {
    return (await askOpenly())?.knownCertificates(signInTransport) ?? null;
  },
  async signOut(userId) {
    await signOut(userId, seat, tellSignOuts);
  },
  async attach(userId) {
    await seat.inTurn(async () => seat.seat(userId));
    // On a first visit, nothing is cached yet, and the network may be lost before the first file is chosen.
    void Promise.allSettled(Object.values(later).map(async (load) => load()));
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
  async stageFiles({ userId, transaction, ...to }, count, take) {
    const { stageFiles } = await later.staging();
    const files = { length: count, slice: take };
    return stageFiles(openDatabase(userId), { ...to, transaction: transaction ?? NO_DEAL }, files);
  },
  async askFor(userId, kind) {
    const asking = await later.asking();
    return asking ? asking.askFor(lineOf(userId), kind) : UNREACHED;
  },
  async readOutbox(userId) {
    const asking = await later.asking();
    return asking ? asking.readOutbox(lineOf(userId)) : UNREACHED;
  },
  async readAuditLog(userId, signatory) {
    const asking = await later.asking();
    return asking ? asking.readAuditLog(lineOf(userId), signatory) : UNREACHED;
  },
  async readPacket(userId, packet) {
    const asking = await later.asking();
    return asking ? asking.readPacket(lineOf(userId), packet) : UNREACHED;
  },
  async readPacketPage(userId, packet, page) {
    const asking = await later.asking();
    return asking ? asking.readPacketPage(lineOf(userId), packet, page) : UNREACHED;
  },
  async readReturnedPage(userId, page) {
    const asking = await later.asking();
    return asking ? asking.readReturnedPage(lineOf(userId), page) : UNREACHED;
  },
  async readBlankPage(userId, assignment) {
    const asking = await later.asking();
    return asking ? asking.readBlankPage(lineOf(userId), assignment) : UNREACHED;
  },
  async readReplacement(userId, item, document, again) {
    const asking = await later.asking();
    return asking ? asking.readReplacement(lineOf(userId), item, document, again) : UNREACHED;
  },
  async readLedger(userId, transaction) {
    const asking = await later.asking();
    return asking ? asking.readLedger(lineOf(userId), transaction) : UNREACHED;
  },
  async watchBoard(userId, transaction) {
    const asking = await later.asking();
    return asking ? asking.watchBoard(lineOf(userId), transaction) : UNREACHED;
  },
  async readSignatories(userId, transaction) {
    const asking = await later.asking();
    return asking ? asking.readSignatories(lineOf(userId), transaction) : UNREACHED;
  },
  async readDealOfItem(userId, item) {
    const asking = await later.asking();
    return asking ? asking.readDealOfItem(lineOf(userId), item) : UNREACHED;
  },
  async runOnline(userId, call) {
    const asking = await later.asking();
    return asking ? asking.runOnline(lineOf(userId), call) : UNREACHED;
  },
  async retryUpload(userId, uuid) {
    const { retryUpload } = await later.retryUpload();
    await retryUpload(openDatabase(userId), uuid);
  },
  async setAside(userId, id) {
    const { setAside } = await later.setAside();
    await setAside(openDatabase(userId), id);
    announceWork(userId);
  },
  async retryRejected(userId, id, change) {
    const { retryRejected } = await later.retryRejected();
    return retryRejected(openDatabase(userId), id, change);
  },
  async bringInForm(userId) {
    const { bringInForm } = await later.sealing();
    await bringInForm(openDatabase(userId));
  },
  async exportUnsentWork(person) {
    const { exportUnsentWork } = await later.exporting();
    return exportUnsentWork(openDatabase(person.userId), person, new Date());
  },
  async importUnsentWork(userId, archive) {
    const { importUnsentWork } = await later.importing();
    return importUnsentWork(openDatabase(userId), archive);
  },
};

expose(api);
forgetLeftOver(seat).catch(reportError);
watchEndedAccess(seat);
