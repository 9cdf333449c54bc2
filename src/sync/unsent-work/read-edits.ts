import * as z from 'zod';
import { Draft } from '../../db/outbox/draft.ts';
import { equal } from '../../db/equal.ts';
import { decodeMutation, readCommand } from '../../db/outbox/mutations.ts';
import type { FrozenRequest, OutboxRow } from '../../db/rows.ts';
import type { UnsentWork } from './unsent-work-file.ts';

/**
 * The edits of a file as outbox rows, in their order; null if one is not what an export creates. What a row says about its
 * command is not trusted: it is derived from the arguments. A request must be the one that the command makes.
 */
export function readEdits(work: UnsentWork, userId: string): OutboxRow[] | null {
  const rows = work.edits.map((row) => asPerhapsSent(row, work.madeAt, userId));
  return rows.every((row) => row !== null) ? rows : null;
}

/**
 * The device that the edit comes from may have sent it after the export. So it counts as attempted: it keeps its key and its
 * request, no later edit replaces it, and it expires like one that was sent (PUSH3, PUSH6, REJ4).
 */
function asPerhapsSent(row: OutboxRow, exportedAt: string, userId: string): OutboxRow | null {
  const { id, name, format, madeAt, baseVersion, origin, attemptedAt = exportedAt, request } = row;
  const decoded = decodeMutation(row, userId);
  const command = readCommand(row);
  if (!decoded.ok || !command || !request) return null;
  // Only the position depends on the deal, and it is not compared.
  const nothing = new Draft(command.lane);
  for (const { table, key } of decoded.mutation.keys) nothing.load(table, key, null);
  if (!isAlike(request, decoded.mutation.request(nothing))) return null;
  return {
    id,
    lane: command.lane,
    name,
    format,
    ...command.declared(),
    madeAt,
    state: 'attempted',
    ...(baseVersion !== undefined && { baseVersion }),
    ...(origin !== undefined && { origin }),
    attemptedAt,
    request,
  };
}

/**
 * The parts of a request that depended on the deal's content at the time: its position, which of the moved rows still
 * existed, and the entity of a relation, with the id `rep`.
 */
const placedSchema = z.looseObject({
  order: z.number().optional(),
  element_order: z.number().optional(),
  element_uuids: z.array(z.string()).min(1).optional(),
  in_queue: z.boolean().optional(),
  id: z.string().optional(),
  rep: z.string().optional(),
});

/** Returns whether two requests are the same except for the position. */
function isAlike(frozen: FrozenRequest, made: FrozenRequest): boolean {
  const own = placedSchema.safeParse(asJson(frozen.input)).data;
  const derived = placedSchema.safeParse(asJson(made.input)).data;
  if (!own || !derived || frozen.endpoint !== made.endpoint) return false;
  const { order: _, element_order: _at, element_uuids: moved, in_queue: inQueue, ...rest } = own;
  const {
    order: _order,
    element_order: _elementAt,
    element_uuids: named,
    in_queue: queued,
    ...expected
  } = derived;
  const areOfThose = moved ? moved.every((id) => named?.includes(id)) : named === undefined;
  // Apps before the 4th format of these files did not include that.
  const isOfQueue = inQueue === undefined || inQueue === queued;
  // Without its row, a relation's own id takes the place of its entity's id.
  const isWithoutEntity = derived.rep !== undefined && derived.id === derived.rep && own.id !== undefined;
  const whole = isWithoutEntity ? { ...expected, id: own.id } : expected;
  return equal(said(rest), said(whole)) && areOfThose && isOfQueue;
}

/**
 * Returns it without empty values. A field that an older version of the app did not know is absent there, and would be empty
 * now.
 */
function said(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== ''));
}

/** Returns its form in a file, which has no undefined values. */
function asJson(input: unknown): unknown {
  return JSON.parse(JSON.stringify(input));
}
