import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  buildChildLists,
  inReadingOrder,
  insertElement,
  moveElements,
  placesOf,
  removeElement,
  TOP,
  type ChildLists,
  type Placed,
} from './child-lists.ts';

/** Trees of up to 12 elements: each is under an earlier one or at the top, anywhere among its siblings. */
const trees: fc.Arbitrary<Map<string, string[]>> = fc
  .array(fc.record({ parent: fc.nat(20), at: fc.nat(20) }), { minLength: 1, maxLength: 12 })
  .map((places) => {
    const lists = new Map<string, string[]>([[TOP, []]]);
    for (const [index, { parent, at }] of places.entries()) {
      const key = parent % (index + 1) === index ? TOP : `e${parent % (index + 1)}`;
      const siblings = lists.get(key) ?? [];
      siblings.splice(at % (siblings.length + 1), 0, `e${index}`);
      lists.set(key, siblings);
    }
    return lists;
  });

/** Any request, including duplicate ids, unknown ids, any parent and any order. */
const moves = trees.chain((lists) => {
  const known = [...lists.values()].flat();
  return fc.record({
    lists: fc.constant(lists),
    ids: fc.array(fc.constantFrom(...known, 'nobody'), { minLength: 1, maxLength: 6 }),
    parent: fc.constantFrom(TOP, ...known),
    order: fc.option(fc.integer({ min: -3, max: 15 }), { nil: undefined }),
  });
});

function merged(lists: ChildLists, changed: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  return new Map([...lists, ...changed].map(([parent, children]) => [parent, [...children]]));
}

function everyone(lists: ChildLists): string[] {
  return [...lists.values()].flat().toSorted();
}

/** The parents of an element up to the top, computed in the simplest way. */
function ancestors(lists: ChildLists, id: string): string[] {
  const parent = [...lists].find(([, children]) => children.includes(id))?.[0];
  return parent === undefined || parent === TOP ? [] : [parent, ...ancestors(lists, parent)];
}

/** The ids that really move: known, once, and not inside another moved one. */
function blockOf(lists: ChildLists, ids: readonly string[]): string[] {
  const asked = [...new Set(ids)].filter((id) => everyone(lists).includes(id));
  return asked.filter((id) => !ancestors(lists, id).some((above) => asked.includes(above)));
}

function moved(input: { lists: ChildLists; ids: string[]; parent: string; order?: number | undefined }) {
  const change = moveElements(input.lists, input);
  return change.ok ? merged(input.lists, change.lists) : null;
}

describe('inReadingOrder', () => {
  it('has every element once, after its parent, and before its next sibling with everything below it', () => {
    fc.assert(
      fc.property(trees, (lists) => {
        const order = inReadingOrder(lists);
        expect(order.toSorted()).toEqual([...lists.values()].flat().toSorted());
        const below = (id: string): string[] => [id, ...(lists.get(id) ?? []).flatMap(below)];
        expect(order).toEqual((lists.get(TOP) ?? []).flatMap(below));
      }),
    );
  });

  it('ends on a tree with a cycle', () => {
    const cycle = new Map([
      [TOP, ['a']],
      ['a', ['b']],
      ['b', ['a']],
    ]);
    expect(inReadingOrder(cycle)).toEqual(['a', 'b']);
  });
});

describe('a bulk move', () => {
  it('neither loses nor duplicates a row', () => {
    fc.assert(
      fc.property(moves, (move) => {
        const after = moved(move);
        fc.pre(after !== null);
        expect(everyone(after)).toEqual(everyone(move.lists));
      }),
    );
  });

  it('puts the moved rows as one block, in the given order, at the position counted without them', () => {
    fc.assert(
      fc.property(moves, (move) => {
        const after = moved(move);
        fc.pre(after !== null);
        const block = blockOf(move.lists, move.ids);
        const rest = (move.lists.get(move.parent) ?? []).filter((id) => !block.includes(id));
        const at = Math.min(Math.max(move.order ?? rest.length, 0), rest.length);
        expect(after.get(move.parent)).toEqual([...rest.slice(0, at), ...block, ...rest.slice(at)]);
      }),
    );
  });

  it('keeps the order of the remaining rows, and every other list', () => {
    fc.assert(
      fc.property(moves, (move) => {
        const after = moved(move);
        fc.pre(after !== null);
        const block = blockOf(move.lists, move.ids);
        for (const [parent, children] of move.lists) {
          const stayed = (ids: readonly string[]) => ids.filter((id) => !block.includes(id));
          expect(stayed(after.get(parent) ?? [])).toEqual(stayed(children));
        }
      }),
    );
  });

  it('is refused exactly if its target is one of the moved rows, or below one', () => {
    fc.assert(
      fc.property(moves, (move) => {
        const path = move.parent === TOP ? [] : [move.parent, ...ancestors(move.lists, move.parent)];
        const cycle = path.some((id) => move.ids.includes(id));
        expect(moved(move) === null).toBe(cycle);
      }),
    );
  });

  it('includes only lists that rows leave or enter', () => {
    fc.assert(
      fc.property(moves, (move) => {
        const change = moveElements(move.lists, move);
        fc.pre(change.ok);
        const from = blockOf(move.lists, move.ids).map((id) => placesOf(move.lists).get(id)?.parent);
        for (const parent of change.lists.keys()) expect([...from, move.parent]).toContain(parent);
      }),
    );
  });

  it('does not modify its input lists', () => {
    fc.assert(
      fc.property(moves, (move) => {
        const before = structuredClone(move.lists);
        moved(move);
        expect(move.lists).toEqual(before);
      }),
    );
  });

  it('moves children with their header, even if both are named', () => {
    const lists = new Map([
      [TOP, ['H', 'a']],
      ['H', ['x', 'y']],
    ]);
    const change = moveElements(lists, { ids: ['x', 'H', 'x'], parent: TOP });
    expect(change).toEqual({ ok: true, lists: new Map([[TOP, ['a', 'H']]]) });
  });

  it('of thousands of deeply nested rows reads each list a few times at most', () => {
    const deep = Array.from({ length: 20_000 }, (_, depth): [string, string[]] => [
      depth === 0 ? TOP : `e${depth - 1}`,
      [`e${depth}`],
    ]);
    const leaves = Array.from({ length: 10_000 }, (_, index) => `leaf${index}`);
    const lists = new Map([...deep, ['e19999', leaves]]);
    const reads = vi.spyOn(lists, 'get');
    expect(moveElements(lists, { ids: leaves, parent: TOP }).ok).toBe(true);
    expect(reads.mock.calls.length).toBeLessThan(5 * lists.size);
  });

  it('terminates on lists that already contain a cycle', () => {
    const broken = new Map([
      [TOP, ['a']],
      ['x', ['y']],
      ['y', ['x']],
    ]);
    expect(moveElements(broken, { ids: ['a'], parent: 'x' }).ok).toBe(true);
  });
});

describe('a new element', () => {
  it.for([
    [undefined, ['a', 'b', 'new']],
    [0, ['new', 'a', 'b']],
    [1, ['a', 'new', 'b']],
    [99, ['a', 'b', 'new']],
    [-5, ['new', 'a', 'b']],
  ] as const)('is placed at %s, clamped to its list', ([order, expected]) => {
    const changed = insertElement(new Map([[TOP, ['a', 'b']]]), { id: 'new', parent: TOP, order });
    expect(changed).toEqual(new Map([[TOP, expected]]));
  });

  it('stays where it is if it is already in its list', () => {
    expect(insertElement(new Map([[TOP, ['a', 'b']]]), { id: 'a', parent: TOP })).toEqual(new Map());
  });
});

it('a new element that already has a place doesn’t get a second one, whichever list is named', () => {
  const places = trees.chain((lists) =>
    fc.record({
      lists: fc.constant(lists),
      id: fc.constantFrom(...everyone(lists)),
      parent: fc.constantFrom(TOP, 'nobody', ...everyone(lists)),
      order: fc.option(fc.integer({ min: -3, max: 15 }), { nil: undefined }),
    }),
  );
  fc.assert(
    fc.property(places, ({ lists, ...place }) => {
      expect(insertElement(lists, place)).toEqual(new Map());
    }),
  );
});

describe('a removed element', () => {
  it('leaves its children in its place, in their order', () => {
    const lists = new Map([
      [TOP, ['a', 'H', 'b']],
      ['H', ['x', 'y']],
    ]);
    expect(merged(lists, removeElement(lists, 'H'))).toEqual(
      new Map([
        [TOP, ['a', 'x', 'y', 'b']],
        ['H', []],
      ]),
    );
  });

  it('is the only element removed from any tree', () => {
    const removals = trees.chain((lists) =>
      fc.record({ lists: fc.constant(lists), id: fc.constantFrom(...everyone(lists)) }),
    );
    fc.assert(
      fc.property(removals, ({ lists, id }) => {
        const after = merged(lists, removeElement(lists, id));
        expect(everyone(after)).toEqual(everyone(lists).filter((other) => other !== id));
        for (const child of lists.get(id) ?? []) {
          expect(placesOf(after).get(child)?.parent).toBe(placesOf(lists).get(id)?.parent);
        }
      }),
    );
  });

  it('changes nothing if it was already removed', () => {
    expect(removeElement(new Map([[TOP, ['a']]]), 'gone')).toEqual(new Map());
  });
});

describe('lists from the server’s rows', () => {
  const row = (uuid: string, order: number, parent_element: string | null = null): Placed => ({
    uuid,
    order,
    parent_element,
  });

  it('are in order, regardless of the order of the rows', () => {
    fc.assert(
      fc.property(
        trees.chain((lists) => {
          const rows = [...lists].flatMap(([parent, children]) =>
            children.map((uuid, order) => row(uuid, order, parent === TOP ? null : parent)),
          );
          return fc.record({
            lists: fc.constant(lists),
            rows: fc.shuffledSubarray(rows, { minLength: rows.length }),
          });
        }),
        ({ lists, rows }) => {
          const filled = [...lists].filter(([, children]) => children.length > 0);
          expect(buildChildLists(rows)).toEqual(new Map(filled));
        },
      ),
    );
  });

  it('show a child of a missing parent at the end of the top level', () => {
    const lists = buildChildLists([
      row('orphan', 0, 'gone'),
      row('a', 0),
      row('b', 1),
      row('other', 1, 'gone'),
    ]);
    expect(lists).toEqual(new Map([[TOP, ['a', 'b', 'orphan', 'other']]]));
  });

  it('are the same on every device if two rows have the same position', () => {
    const both = [row('b', 0), row('a', 0)];
    expect(buildChildLists(both)).toEqual(buildChildLists(both.toReversed()));
  });

  it('work for very deep trees', () => {
    const chain = Array.from({ length: 50_000 }, (_, depth) =>
      row(`e${depth}`, 0, depth === 0 ? null : `e${depth - 1}`),
    );
    expect(buildChildLists(chain).size).toBe(50_000);
  });

  it('show elements in a cycle at the end of the top level', () => {
    const lists = buildChildLists([
      row('a', 0),
      row('x', 0, 'y'),
      row('y', 0, 'x'),
      row('z', 0, 'y'),
      row('self', 0, 'self'),
    ]);
    expect(lists.get(TOP)).toEqual(['a', 'self', 'x']);
    expect(lists.get('x')).toEqual(['y']);
    expect(lists.get('y')).toEqual(['z']);
  });

  it('show each element once, all of them reachable, regardless of the rows', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const places = fc.tuple(
      ...ids.map((uuid) =>
        fc
          .record({ order: fc.nat(3), parent: fc.constantFrom(null, 'gone', ...ids) })
          .map(({ order, parent }) => row(uuid, order, parent)),
      ),
    );
    fc.assert(
      fc.property(places, (rows) => {
        const lists = buildChildLists(rows);
        expect(everyone(lists)).toEqual(ids);
        for (const id of ids) {
          const path = new Set<string>();
          let at: string | undefined = id;
          while (at !== undefined && at !== TOP && !path.has(at)) {
            path.add(at);
            at = placesOf(lists).get(at)?.parent;
          }
          expect(at).toBe(TOP);
        }
        expect(buildChildLists(rows.toReversed())).toEqual(lists);
      }),
    );
  });
});
