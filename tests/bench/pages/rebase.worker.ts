import { openDatabase } from '../../../src/db/open-database.ts';
import { applyChanges, type DealStep } from '../../../src/sync/apply-changes.ts';
import { realClock } from '../../../src/sync/clock.ts';
import { lead, type Leadership } from '../../../src/sync/leader.ts';
import { DEAL, PARTNER } from '../sync/deal-wire.ts';
import { makeForeignChanges } from '../sync/rebase-rows.ts';

const step: DealStep = {
  lane: DEAL,
  source: 'changes',
  tick: Number.MAX_SAFE_INTEGER,
  told: makeForeignChanges(),
  complete: false,
  reached: { etags: [], epoch: 'bench', version: 20_000 },
};

// Leads, and waits for the word to take in what a colleague changed; answers how many milliseconds that took.
void lead(PARTNER, { clock: realClock, signal: new AbortController().signal }, async (leadership) => {
  const relaxed: Leadership = { ...leadership, db: openDatabase(PARTNER, 'relaxed') };
  await relaxed.db.transactions.count();
  await new Promise<void>((resolve, reject) => {
    self.addEventListener('message', () => {
      const began = performance.now();
      applyChanges(relaxed, step).then(() => {
        self.postMessage({ total: performance.now() - began });
        resolve();
      }, reject);
    });
    self.postMessage('ready');
  });
});
