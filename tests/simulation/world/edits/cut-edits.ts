import { TOP } from '../../../../src/contract/rules/checklist/child-lists.ts';
import type { ChecklistSnapshot } from '../../../../src/db/views/checklist-snapshot.ts';
import type { Device, Tab } from '../device.ts';
import { pick } from '../random.ts';
import type { Step } from '../steps.ts';
import type { World } from '../world.ts';

/** What prevents the commit of an edit that is already shown. */
const FATES = ['tab crashes', 'tab crashes', 'disk is full', 'database is deleted', 'newer version'] as const;

/**
 * Edits the checklist, and makes something happen between the paint and the commit. The edit must show in the
 * task that makes it, marked as not saved (SHOW1, SHOW4). Other invariants check what happens to it later.
 */
export async function cutEdit(world: World, device: Device, step: Step): Promise<void> {
  const { a, b, c } = step;
  const tab = pick(
    device.tabs.filter(
      ({ frozen, isOutdated, view }) => !frozen && !isOutdated && isWhole(view.getSnapshot()),
    ),
    b,
  );
  const header = tab && pick(headersOf(tab.view.getSnapshot()), a);
  if (!tab || header === undefined) return;
  const fate = pick(FATES, c) ?? 'tab crashes';
  if (fate === 'disk is full') device.profile.disk.full = 1 + (b % 4);
  let isMade = false;
  tab.command(async (commands, db) => {
    const transaction = tab.deal;
    const label = `Shown ${a}`;
    const made =
      b % 2 === 0
        ? commands.renameHeader(db, { transaction, uuid: header, label })
        : commands.moveElements(db, { transaction, ids: [header], parent: TOP, after: null });
    const { lists, entries } = tab.view.getSnapshot();
    const entry = entries.get(header);
    const isShown = b % 2 === 0 ? entry?.name === label : lists.get(TOP)?.[0] === header;
    if (!isShown)
      world.flickers.push(`show: an edit on ${device.name} is not shown in the task that makes it`);
    if (!entry?.unsaved)
      world.flickers.push(`show: an edit on ${device.name} shows as saved before its commit`);
    isMade = true;
    return made;
  });
  await world.scheduler.settle(() => isMade);
  await world.scheduler.run(a % 12);
  if (fate === 'newer version') return world.update(device);
  if (fate === 'database is deleted') return world.deleteDatabase(device);
  if (fate === 'tab crashes') await crash(world, device, tab);
}

async function crash(world: World, device: Device, tab: Tab): Promise<void> {
  // Not while it opens its database, because a browser cleans up after that by itself.
  if (!(await tab.untilOpened())) return;
  tab.crash();
  if (device.tabs.length === 0) device.open(world.deal);
}

function isWhole({ state }: ChecklistSnapshot): boolean {
  return state === 'ready';
}

function headersOf({ entries }: ChecklistSnapshot): string[] {
  return [...entries.values()].flatMap(({ kind, uuid }) => (kind === 'header' ? uuid : []));
}
