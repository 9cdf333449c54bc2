import { expect, test } from 'vitest';
import type { ActSubject } from '../../contract/entities/transactions/activity.ts';
import type { ActRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { overtakenInWords, overtakenMoves } from './overtaken-moves.ts';

const me = newUuid();
const colleague = newUuid();
const other = newUuid();
const NAMES = new Map([
  [me, 'Daniel Okafor'],
  [colleague, 'Margaret Whitfield'],
  [other, 'Ruth Abara'],
]);
const [x, y] = [newUuid(), newUuid()];
const CALLED = new Map([
  [x, 'Bylaws'],
  [y, 'Escrow'],
]);
const NOON = Date.UTC(2026, 2, 2, 12);

/** Somebody's act, this many minutes after noon: a move of these rows unless it names fields. */
function act(version: number, by: string, subjects: string[], fields = ['order'], minutes = version): ActRow {
  return {
    version,
    transaction: 'deal',
    at: new Date(NOON + minutes * 60_000).toISOString(),
    actor: { uuid: by, name: NAMES.get(by) ?? '' },
    command: 'elements.bulkUpdate',
    subjects: subjects.map((uuid): ActSubject => ({
      kind: 'header',
      uuid,
      op: 'put',
      name: CALLED.get(uuid) ?? null,
      was: null,
      fields,
      values: {},
    })),
    numSubjects: subjects.length,
  };
}

function deletion(version: number, uuid: string): ActRow {
  const { subjects, ...row } = act(version, colleague, [uuid], []);
  return { ...row, subjects: subjects.map((subject) => ({ ...subject, op: 'delete' })) };
}

const words = (known: ActRow[], fresh: ActRow[]) =>
  overtakenInWords(overtakenMoves(known, fresh, me), 'Project Alder');

test('a user whose move was overridden learns whose move won', () => {
  expect(words([act(1, me, [x])], [act(2, colleague, [x], ['order', 'parent_element'])])).toBe(
    'Margaret Whitfield moved “Bylaws” in Project Alder after you did. It is now where they put it.',
  );
  expect(words([], [act(1, me, [x, y]), act(2, colleague, [x, y])])).toBe(
    'Margaret Whitfield moved “Bylaws” and 1 more in Project Alder after you did. They are now where they were last put.',
  );
});

test('moves by several people are not attributed to one of them', () => {
  expect(words([act(1, me, [x, y])], [act(2, colleague, [x]), act(3, other, [y])])).toBe(
    'Margaret Whitfield and others moved “Bylaws” and 1 more in Project Alder after you did. They are now where they were last put.',
  );
});

test('if two people moved a row after the user, the person whose move won is named', () => {
  expect(words([act(1, me, [x])], [act(2, colleague, [x]), act(3, other, [x])])).toBe(
    'Ruth Abara moved “Bylaws” in Project Alder after you did. It is now where they put it.',
  );
});

test('a row that the user has moved again is not reported as moved by others, even if the server does not know yet', () => {
  const moves = overtakenMoves([act(1, me, [x, y])], [act(2, colleague, [x, y])], me, new Set([x]));
  expect(moves).toEqual([{ by: 'Margaret Whitfield', name: 'Escrow' }]);
});

test.for([
  ['the user moved it again', [act(1, me, [x])], [act(2, colleague, [x]), act(3, me, [x])]],
  ['it was deleted since', [act(1, me, [x])], [act(2, colleague, [x]), deletion(3, x)]],
  ['the user moved it last', [act(1, colleague, [x])], [act(2, me, [x])]],
  ['something else was moved', [act(1, me, [x])], [act(2, colleague, [y])]],
  ['it was renamed', [act(1, me, [x])], [act(2, colleague, [x], ['label'])]],
  ['it was made', [act(1, me, [x])], [act(2, colleague, [x], [])]],
  ['it was already reported', [act(1, me, [x]), act(2, colleague, [x])], [act(3, colleague, [x])]],
  ['nothing is new', [act(1, me, [x]), act(2, colleague, [x])], []],
  ['it happened more than a day ago', [act(1, me, [x])], [act(2, colleague, [x], ['order'], 24 * 60 + 2)]],
] as const)('nothing is reported if %s', ([, known, fresh]) => {
  expect(words([...known], [...fresh])).toBeNull();
});
