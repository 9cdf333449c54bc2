import { applyChanges, type DealStep } from '../../../src/sync/pull/apply-changes.ts';
import { DEAL, PARTNER } from '../sync/deal-wire.ts';
import { makeForeignChanges } from '../sync/rebase-rows.ts';
import { takeLead } from './take-lead.ts';

const step: DealStep = {
  lane: DEAL,
  tick: Number.MAX_SAFE_INTEGER,
  received: makeForeignChanges(),
  complete: false,
  reached: { epoch: 'bench', version: 20_000 },
};

// Leads, and waits for the word to take in what a colleague changed; answers how many milliseconds that took.
const leadership = await takeLead(PARTNER);
await leadership.db.transactions.count();
self.addEventListener('message', () => {
  const began = performance.now();
  void applyChanges(leadership, step).then(() => self.postMessage({ total: performance.now() - began }));
});
self.postMessage('ready');
