import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { undoSteps } from '../../../db/commands/tray/undo-steps.ts';
import { MirrorDatabase } from '../../../db/database.ts';
import type { Step } from '../../../db/outbox/command.ts';
import { newUuid } from '../../../db/uuid.ts';
import {
  copiesFor,
  copiesOf,
  fieldActs,
  refuseNewFields,
  refuseToSheet,
  withStoredSheets,
  type NewField,
} from './field-acts.ts';
import type { Box } from './field-geometry.ts';
import { fieldOwner, placedFields, type FieldPage, type PlacedField } from './field-page.ts';

const paper = { width: 612, height: 792 };
const [transaction, uuid, jane, bo, ann] = [newUuid(), newUuid(), newUuid(), newUuid(), newUuid()];
const owners = [jane, bo, ann].map((assignment) =>
  fieldOwner({ uuid: assignment, status: 'assigned' }, assignment, []),
);
const RULE = { groupRule: 'select_exactly', minimumRequired: 2, maximumAllowed: 2 } as const;

let db: MirrorDatabase;
/** The steps that undo the last act. */
let undo: Step[] = [];
let act: Promise<Step[]> = Promise.resolve([]);

const acts = () =>
  fieldActs(
    db,
    (_label, command) => {
      act = command;
    },
    { transaction, paper },
  );
const done = async () => {
  undo = await act;
};

async function move(fields: readonly PlacedField[], boxes: readonly Box[], to?: number): Promise<void> {
  acts().move(fields, boxes, { label: 'Move', page: (await page()).fields, to });
  await done();
}

async function page(): Promise<FieldPage> {
  const fields = {
    assignments: [],
    tabs: (await db.tabs.toArray()).toSorted((one, other) => one.xPosition - other.xPosition),
    groups: await db.tabGroups.toArray(),
  };
  return { uuid, transaction, paper, owners, others: [], fields, lines: [[], []], proposals: [] };
}

const shown = async (owner: string) =>
  placedFields(await page(), new Map()).filter(({ tab }) => tab.assignment === owner);

/** A signatory's checkboxes by label, with the rules of their groups. */
async function rulesOf(owner: string) {
  const groups = new Map((await db.tabGroups.toArray()).map((group) => [group.uuid, group]));
  return (await shown(owner)).map(({ tab }) => {
    const group = groups.get(tab.tabGroup ?? '');
    return [tab.label, group ? [group.assignmentId, group.groupRule, group.minimumRequired] : null];
  });
}

const ruleOf = (owner: string) => [owner, 'select_exactly', 2];

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  const boxes = ['a', 'b', 'c'].map((label, at): NewField => ({
    type: 'checkbox',
    label,
    owner: jane,
    sheet: 1,
    box: { x: 50 * (at + 1), y: 100, width: 12, height: 12 },
  }));
  acts().place(boxes);
  await done();
  acts().group(await shown(jane), RULE);
  await done();
});

afterEach(async () => db.delete());

describe('copies of checkboxes', () => {
  const copy = async (labels: string, to: readonly string[]) => {
    const from = (await shown(jane)).filter(({ tab }) => labels.includes(tab.label));
    const copies = copiesOf(from, (await page()).fields);
    acts().place(to.flatMap((owner) => copies.map((each) => ({ ...each, owner }))));
    await done();
  };

  it('form one group for each signatory, with the same rule', async () => {
    await copy('abc', [bo, ann]);
    for (const owner of [bo, ann])
      expect(await rulesOf(owner)).toEqual(['a', 'b', 'c'].map((label) => [label, ruleOf(owner)]));
    expect(await db.tabGroups.count()).toBe(3);
    await undoSteps(db, undo);
    expect([await db.tabs.count(), await db.tabGroups.count()]).toEqual([3, 1]);
  });

  it('form a new group if they are for the signatory of the originals', async () => {
    await copy('abc', [jane]);
    const groups = (await shown(jane)).map(({ tab }) => tab.tabGroup);
    expect([groups.length, new Set(groups).size]).toEqual([6, 2]);
  });

  it('join the original group if only some of its checkboxes are copied', async () => {
    await copy('a', [jane]);
    expect(await rulesOf(jane)).toEqual(['a', 'a', 'b', 'c'].map((label) => [label, ruleOf(jane)]));
    expect(await db.tabGroups.count()).toBe(1);
  });

  it('have no rule if only some are copied to another signatory', async () => {
    await copy('a', [bo]);
    expect(await rulesOf(bo)).toEqual([['a', null]]);
    expect(await db.tabGroups.count()).toBe(1);
  });
});

describe('a field on another sheet', () => {
  const sheets = async () => (await shown(jane)).map(({ tab, sheet }) => [tab.label, tab.sheet, sheet]);
  const ungroup = async () => {
    const [group] = await db.tabGroups.toArray();
    if (group) acts().ungroup(group, await shown(jane));
    await done();
  };

  it('is moved there with everything else as it is', async () => {
    await ungroup();
    const before = await db.tabs.toArray();
    const moved = (await shown(jane)).filter(({ tab }) => tab.label === 'c');
    const boxes = moved.map(({ box }) => box);
    await move(moved, boxes, 2);
    expect(await sheets()).toEqual([
      ['a', 1, 1],
      ['b', 1, 1],
      ['c', 2, 2],
    ]);
    expect(copiesOf(await shown(jane), (await page()).fields).map(({ sheet }) => sheet)).toEqual([1, 1, 2]);
    await undoSteps(db, undo);
    expect(await db.tabs.toArray()).toEqual(before);
  });

  it('is shown on the last one if the page has become shorter, and stays there once it is moved', async () => {
    await ungroup();
    const [field] = await shown(jane);
    if (!field) throw new Error('There is no field.');
    await move([field], [field.box], 5);
    expect((await sheets())[0]).toEqual(['a', 5, 2]);
    const [last] = await shown(jane);
    if (last) await move([last], [{ ...last.box, y: 200 }]);
    expect((await sheets())[0]).toEqual(['a', 2, 2]);
  });
});

describe('grouped checkboxes whose sheet is gone', () => {
  beforeEach(async () => {
    await db.tabs.toCollection().modify({ sheet: 5 });
  });
  const stored = async () =>
    (await shown(jane)).map(({ tab, sheet }) => [tab.label, tab.sheet, sheet, tab.tabGroup !== null]);
  const grouped = (label: string) => [label, 5, 2, true];

  it('are all saved on the last sheet, in their group, once one of them is moved', async () => {
    const before = await db.tabs.toArray();
    const [first] = await shown(jane);
    if (first) await move([first], [{ ...first.box, y: 200 }]);
    expect((await shown(jane)).map(({ box }) => Math.round(box.y))).toEqual([200, 100, 100]);
    expect(await stored()).toEqual(['a', 'b', 'c'].map((label) => [label, 2, 2, true]));
    expect(await rulesOf(jane)).toEqual(['a', 'b', 'c'].map((label) => [label, ruleOf(jane)]));
    await undoSteps(db, undo);
    expect(await db.tabs.toArray()).toEqual(before);
  });

  it('are saved one by one without ever putting their group on two sheets', async () => {
    const rows = await db.tabs.toArray();
    const now = new Map(rows.map(({ uuid, tabGroup, sheet }) => [uuid, { tabGroup, sheet }]));
    // The server has the earlier edits, so that these aren't merged into them.
    await db.outbox.clear();
    const [, second] = await shown(jane);
    if (second) await move([second], [{ ...second.box, y: 200 }]);
    for (const { args } of await db.outbox.toArray()) {
      const { uuid, edits } = args as { uuid: string; edits: { tabGroup?: string | null; sheet?: number } };
      now.set(uuid, { tabGroup: null, sheet: 0, ...now.get(uuid), ...edits });
      const sheets = [...now.values()].flatMap((tab) => (tab.tabGroup === null ? [] : tab.sheet));
      expect(new Set(sheets).size).toBeLessThan(2);
    }
    expect([...now.values()].every((tab) => tab.sheet === 2 && tab.tabGroup !== null)).toBe(true);
  });

  it('can be deleted', async () => {
    acts().remove(await shown(jane));
    await done();
    expect(await stored()).toEqual([]);
  });

  it('get copies on the same sheet if those join the group, and on the last one if they form a new group', async () => {
    const all = await shown(jane);
    acts().place(copiesOf(all.slice(0, 1), (await page()).fields));
    await done();
    expect(await stored()).toEqual(['a', 'a', 'b', 'c'].map(grouped));
    const copies = copiesOf(await shown(jane), (await page()).fields);
    const uuids = acts().place(copies);
    await done();
    expect((await db.tabs.bulkGet(uuids)).map((tab) => tab?.sheet)).toEqual([2, 2, 2, 2]);
  });
});

describe('a signature field', () => {
  const box = { x: 300, y: 400, width: 150, height: 24 };
  const signature = (owner: string, sheet: number): NewField => ({ type: 'signature', owner, sheet, box });
  const add = async (...added: NewField[]) => {
    acts().place(added);
    await done();
  };
  const signatures = async (owner: string) =>
    (await shown(owner)).filter(({ tab }) => tab.tabType === 'signature');

  it('is refused on another sheet than the same signatory’s other ones, in every act', async () => {
    await add(signature(jane, 1), signature(jane, 1), signature(bo, 2));
    const now = await page();
    expect(refuseNewFields([signature(jane, 2)], now.fields)).toContain('must be on one sheet');
    expect(refuseNewFields([signature(ann, 1), signature(ann, 2)], now.fields)).not.toBeNull();
    expect(refuseNewFields([signature(jane, 1), signature(ann, 2)], now.fields)).toBeNull();
    expect(refuseNewFields([{ ...signature(jane, 2), type: 'initials' }], now.fields)).toBeNull();
    // Each is saved by itself, so moving both at once is refused, too.
    expect(refuseToSheet(await signatures(jane), 2, now.fields)).not.toBeNull();
    expect(refuseToSheet(await signatures(bo), 1, now.fields)).toBeNull();
    expect(refuseNewFields(copiesFor(jane, await signatures(bo), now), now.fields)).not.toBeNull();
    expect(refuseNewFields(copiesFor(ann, await signatures(bo), now), now.fields)).toBeNull();
  });

  it('can join another one on the last sheet if the sheet that is stored for that is gone', async () => {
    await add(signature(jane, 5), signature(jane, 5));
    const [first] = await signatures(jane);
    if (!first) throw new Error('There is no field.');
    expect(first.sheet).toBe(2);
    const now = await page();
    const added = withStoredSheets([signature(jane, 2), signature(bo, 2)], now);
    expect(added.map(({ sheet }) => sheet)).toEqual([5, 2]);
    expect(refuseNewFields(added, now.fields)).toBeNull();
    await move([first], [{ ...first.box, y: 500 }]);
    expect((await signatures(jane)).map(({ tab }) => tab.sheet)).toEqual([5, 5]);
  });

  it('is saved on the last sheet once it is moved, if its own is gone and no other signature shares that', async () => {
    await add(signature(jane, 5), signature(jane, 5), signature(bo, 5));
    const moveFirst = async (owner: string) => {
      const [first] = await signatures(owner);
      if (first) await move([first], [{ ...first.box, y: 500 }]);
      return (await signatures(owner)).map(({ tab }) => tab.sheet);
    };
    expect(await moveFirst(bo)).toEqual([2]);
    expect(await moveFirst(jane)).toEqual([5, 5]);
    acts().remove((await signatures(jane)).slice(1));
    await done();
    expect(await moveFirst(jane)).toEqual([2]);
  });
});

describe('reassigned checkboxes', () => {
  const reassign = async (labels: string) => {
    const moved = (await shown(jane)).filter(({ tab }) => labels.includes(tab.label));
    acts().reassign(moved, copiesFor(bo, moved, await page()));
    await done();
  };

  it('keep their rule, and leave no empty group behind', async () => {
    const before = await db.tabGroups.toArray();
    await reassign('abc');
    expect(await rulesOf(jane)).toEqual([]);
    expect(await rulesOf(bo)).toEqual(['a', 'b', 'c'].map((label) => [label, ruleOf(bo)]));
    expect(await db.tabGroups.count()).toBe(1);
    await undoSteps(db, undo);
    expect(await rulesOf(jane)).toEqual(['a', 'b', 'c'].map((label) => [label, ruleOf(jane)]));
    expect(await db.tabGroups.toArray()).toEqual(before);
  });

  it('have no rule if others in their group stay', async () => {
    await reassign('c');
    expect(await rulesOf(bo)).toEqual([['c', null]]);
    expect(await rulesOf(jane)).toEqual(['a', 'b'].map((label) => [label, ruleOf(jane)]));
  });
});

describe('a text that becomes required', () => {
  it('is sent with its type, because the server keeps a text optional that was requested as custom_opt', async () => {
    acts().place([{ type: 'custom', owner: bo, sheet: 1, box: { x: 50, y: 50, width: 90, height: 20 } }]);
    await done();
    const edits = async (required: boolean) => {
      acts().edit([...(await shown(bo)), ...(await shown(jane))], { required });
      await done();
      const made = (await db.outbox.toArray()).slice(-4);
      return made.map(({ args }) => (args as { edits: object }).edits);
    };
    const others = Array.from({ length: 3 }, () => ({ required: true }));
    expect(await edits(true)).toEqual([{ required: true, tabType: 'custom' }, ...others]);
  });
});
