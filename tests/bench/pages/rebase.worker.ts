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

// Takes the lead. On each message, applies a colleague's changes and reports how many milliseconds that took.
const leadership = await takeLead(PARTNER);
await leadership.db.transactions.count();
self.addEventListener('message', () => {
  const began = performance.now();
  void applyChanges(leadership, step)
    .then(() => self.postMessage({ total: performance.now() - began }))
    .catch(self.reportError);
});
self.postMessage('ready');
