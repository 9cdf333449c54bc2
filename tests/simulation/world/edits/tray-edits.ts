import {
  COLLECTION_NAMED,
  type RestorableKind,
} from '../../../../src/contract/collections/deal-collections.ts';
import type { RetryChange } from '../../../../src/db/commands/tray/retry-rejected.ts';
import type { OutboxRow, RejectedRow } from '../../../../src/db/rows.ts';
import type { DealState } from '../model/model-deal.ts';
import { pick } from '../random.ts';
import type { Act } from './shown.ts';

/** How an edit in the tray is retried. */
const CHANGES: readonly RetryChange[] = [{}, {}, { wording: 'Reworded' }, { keepTheirs: true }];

/** What a person does about earlier edits, their own or others': undo, restore, retry. */
export const trayEdits = {
  undo({ tab }) {
    // An undo is the last act, so the next undo redoes it.
    const last = tab.acts.pop();
    if (last) tab.command((commands, db) => commands.undoSteps(db, last));
  },
  'bring back'({ tab, world, deal, step }) {
    // Regardless of who deleted it, and even if it was already restored or can no longer be restored.
    const state = world.server.deals.get(deal);
    const gone = pick(state ? binned(state) : [], step.b);
    if (gone) tab.command((commands, db) => commands.restoreDeleted(db, { transaction: deal, ...gone }));
  },
  discard({ tab, device, world, step }) {
    const rejected = pick(device.rows<RejectedRow>('rejected'), step.b);
    if (rejected) tab.command(async (_, db) => world.discard(tab, rejected, db));
  },
  'set aside'({ tab, device, step }) {
    const waiting = pick(device.rows<OutboxRow>('outbox'), step.b);
    if (waiting) tab.command((commands, db) => commands.setAside(db, waiting.id));
  },
  'try again'({ tab, device, world, step }) {
    const rejected = pick(device.rows<RejectedRow>('rejected'), step.b);
    const change = pick(CHANGES, step.c) ?? {};
    if (rejected) tab.command(async (_, db) => world.tryAgain(tab, rejected, db, change));
  },
} satisfies Record<string, Act>;

/** Returns what a deal's activity offers to restore: a header by its element, an item or a task by itself. */
function binned({ bin }: DealState): { kind: RestorableKind; uuid: string; called: string }[] {
  return [...bin].map(([uuid, thrown]) => {
    if ('document' in thrown) return { kind: 'document', uuid, called: thrown.document.name };
    if ('row' in thrown) {
      const { restorable, title } = COLLECTION_NAMED[thrown.name];
      return { kind: restorable ?? 'element', uuid, called: title === null ? '' : String(thrown.row[title]) };
    }
    const { item, task, element } = thrown;
    if (item) return { kind: 'item', uuid: item.uuid, called: item.name };
    if (task) return { kind: 'task', uuid: task.uuid, called: task.name };
    return { kind: 'element', uuid, called: element.label ?? '' };
  });
}
