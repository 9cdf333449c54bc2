import { beforeEach, describe, expect, it } from 'vitest';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { lastCommit, type CommitMark } from '../change-sets.ts';
import { moveElements } from '../commands/checklist/move-elements.ts';
import { MirrorDatabase } from '../database.ts';
import { childListKey } from './draft.ts';
import { cacheChildLists } from './child-list-cache.ts';
import { BIRTHMARK_KEY } from '../rows.ts';
import { newUuid } from '../uuid.ts';

const deal = newUuid();
const [a, b, c] = [newUuid(), newUuid(), newUuid()];
let db: MirrorDatabase;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  const key = childListKey(deal, TOP);
  await db.childLists.put({ key, transaction: deal, parent: TOP, children: [a, b, c] });
  await db.meta.bulkPut([
    { key: BIRTHMARK_KEY, value: 'the mirror' },
    { key: `changes/${deal}`, value: 4 },
  ]);
  return async () => db.delete();
});

/** The cached lists have a different order from those on disk, which shows whether they are used. */
function hold(mark: CommitMark): () => void {
  const held = { ...mark, lists: new Map([[TOP, [c, b, a]]]) };
  return cacheChildLists(db, deal, () => held);
}

async function afterMove(): Promise<string[] | undefined> {
  await moveElements(db, { transaction: deal, ids: [a], parent: TOP, after: b });
  return (await db.childLists.get(childListKey(deal, TOP)))?.children;
}

describe('[DISK1] an edit of a deal whose lists are cached in memory', () => {
  it('uses the cached lists if they are from the last commit', async () => {
    hold(await lastCommit(db, deal));
    expect(await afterMove()).toEqual([c, b, a]);
  });

  it.for([
    ['of an earlier commit', { seq: 3, born: 'the mirror' }],
    ['of a mirror that was deleted', { seq: 4, born: 'another' }],
  ] as const)('uses the lists on disk if the cached ones are %s', async ([, mark]) => {
    hold(mark);
    expect(await afterMove()).toEqual([b, a, c]);
  });

  it('uses the lists on disk if nothing identifies the mirror', async () => {
    await db.meta.delete(BIRTHMARK_KEY);
    hold(await lastCommit(db, deal));
    expect(await afterMove()).toEqual([b, a, c]);
  });

  it('uses the lists on disk if the cache was dropped', async () => {
    hold(await lastCommit(db, deal))();
    expect(await afterMove()).toEqual([b, a, c]);
  });

  it('uses the lists on disk if a later edit has not reached the cache', async () => {
    hold(await lastCommit(db, deal));
    await moveElements(db, { transaction: deal, ids: [c], parent: TOP, after: a });
    await moveElements(db, { transaction: deal, ids: [a], parent: TOP, after: null });
    expect((await db.childLists.get(childListKey(deal, TOP)))?.children).toEqual([a, b, c]);
  });
});
