import type { InferContractRouterInputs } from '@orpc/contract';
import type { contract } from '../../contract/contract.ts';
import type { ChangeSet } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';
import type { Draft, RowKey } from './draft.ts';
import type { Batch, Collection, FrozenRequest, OutboxRow } from '../rows.ts';

/**
 * Version of an outbox row's format. A new format or a new command is also a new version of the database
 * (src/db/database.ts). Waiting rows are converted when they are read (SPEC: DISK7).
 *
 * 1  id, lane, name, args, state, request, tick, awaiting
 */
export const OUTBOX_FORMAT = 1;

/** A command with its arguments, to be applied as a separate edit. See `step` in mutate.ts. */
export interface Step {
  /** The edit that it would make now. */
  begin(userId: string): NewEdit;
  /** Returns the step that undoes the act now, if other rows may depend on its rows by now. */
  prepare?: (db: MirrorDatabase) => Promise<Step>;
}

/** An edit that is about to be committed. */
export interface NewEdit {
  mutation: Mutation;
  /** Whether the rows that it undoes are unchanged; absent if it undoes nothing. */
  stands?: ((shown: Draft) => boolean) | undefined;
  /** Inside a transaction over the folded tables; the caller announces the change set after the commit. */
  commitIn(db: MirrorDatabase): Promise<Made>;
}

/** An edit as it was just made. */
export interface Made {
  set: ChangeSet;
  /** The steps that undo it; empty if it can't be undone. */
  inverse: Step[];
}

/** The author of the edit and its time, for the rows that it creates. */
export interface Stamp {
  userId: string;
  madeAt: string;
}

/**
 * A user action: its immediate effect and its request. All of it is pure. `apply` is total: it skips rows that no longer
 * exist.
 */
export interface CommandDefinition<Args> {
  /** `noun.verb`: the user's intention. `request` names the endpoint that carries it out. */
  name: string;
  /** The deal that orders its edits. */
  lane(args: Args): string;
  /** Entity rows that `apply` reads or writes. */
  keys(args: Args): RowKey[];
  /** Whether it concerns only the user's own participation, so that they can also use it in view-only deals. */
  own?: true;
  /** Whether `apply` reads or writes the deal's child lists. */
  structural: boolean;
  /** The ids of rows that it creates. Edits that refer to them are rejected with it. */
  creates(args: Args): string[];
  /** Every id that the edit names. */
  refersTo(args: Args): string[];
  /** Ids of the rows that it changes, shown as not saved yet. */
  touches(args: Args): string[];
  /** The row whose version the edit is based on, for `X-Base-Version`. */
  edits?(args: Args): RowKey;
  /** The version that the edit is based on, if it edits several rows. */
  baseVersion?(args: Args, before: Draft): number;
  /**
   * Returns whether the edit replaces everything visible of an earlier one of the same command on the same row. Only used
   * while no byte of the earlier one was sent (SPEC: PUSH6). The earlier one is in its stored form.
   */
  replaces?(args: Args, earlier: unknown): boolean;
  /** How to read and replace the text that the user typed, if the edit may contain one. */
  wording?: { of(args: Args): string | undefined; with(args: Args, text: string): Args };
  apply(draft: Draft, args: Args, stamp: Stamp): void;
  /** The request, given the state after the previous edits. It is computed once, at the first send. */
  request(args: Args, before: Draft): FrozenRequest;
  /** The steps that undo the edit, in order, given the state before it. Absent if it can't be undone. */
  inverse?(args: Args, before: Draft, stamp: Stamp): Step[];
  /** The collections that must be read again before the edit may leave the fold (docs/product/api.md, "Freshness"). */
  refreshes: Collection[];
  /**
   * The toast when the server rejects the edit (docs/product/checklist.md, "Messages"). Null if the user loses nothing: the
   * edit is reverted silently and not kept (SPEC: REJ11). A function if the wording depends on the arguments.
   */
  failure: string | null | ((args: Args) => string);
  /** The toast when the server has applied it, if nothing else shows that. */
  success?(args: Args, answer: unknown): string | null;
  /**
   * The arguments that the server has applied, if it may apply only a part and its response says which: after the
   * acknowledgment the edit shows no more than that.
   */
  done?(args: Args, answer: unknown): Args;
  /** The toast when the last edit of an act is answered. It is also used for a partial result, if the wording fits. */
  batchSuccess?: { words(batch: Batch): string; inPart: boolean };
  /** The server's ids, by the requested ids that they replace (SPEC: PUSH7). */
  remaps?(args: Args, answer: unknown): ReadonlyMap<string, string>;
  /**
   * If it deletes or restores rows, the arguments without the rows that the server never had, because it responded with
   * somebody else's instead (SPEC: PUSH11). Null if none is left.
   */
  without?(args: Args, replaced: ReadonlySet<string>): Args | null;
}

type Inputs = InferContractRouterInputs<typeof contract>;

/** A request to an endpoint of the contract; the contract's type checks its input. */
export function requestTo<Group extends keyof Inputs, Name extends keyof Inputs[Group] & string>(
  group: Group,
  name: Name,
  input: Inputs[Group][Name],
): FrozenRequest {
  return { endpoint: `${group}.${name}`, input };
}

/** A mutation with its validated arguments, for the fold and the push. */
export interface Mutation {
  row: OutboxRow;
  keys: RowKey[];
  structural: boolean;
  refreshes: Collection[];
  failure: string | null;
  success(answer: unknown): string | null;
  apply(draft: Draft): void;
  request(before: Draft): FrozenRequest;
  /** The outbox row's content after the acknowledgment; null = unchanged. */
  done(answer: unknown): Declared | null;
  remaps(answer: unknown): ReadonlyMap<string, string>;
  /** The outbox row's content without these rows; null if nothing is left. */
  without(replaced: ReadonlySet<string>): Declared | 'unchanged' | null;
}

export function bindMutation<Args>(
  definition: CommandDefinition<Args>,
  args: Args,
  row: OutboxRow,
  userId: string,
): Mutation {
  const stamp = { userId, madeAt: row.madeAt };
  return {
    row,
    keys: definition.keys(args),
    structural: definition.structural,
    refreshes: definition.refreshes,
    failure: typeof definition.failure === 'function' ? definition.failure(args) : definition.failure,
    success: (answer) => definition.success?.(args, answer) ?? null,
    done: (answer) => (definition.done ? declared(definition, definition.done(args, answer)) : null),
    apply: (draft) => definition.apply(draft, args, stamp),
    request: (before) => definition.request(args, before),
    remaps: (answer) => definition.remaps?.(args, answer) ?? new Map(),
    without(replaced) {
      const left = definition.without ? definition.without(args, replaced) : args;
      return left === args ? 'unchanged' : left && declared(definition, left);
    },
  };
}

/** The fields of an outbox row that describe its command. */
export type Declared = Pick<OutboxRow, 'args' | 'creates' | 'refersTo' | 'touches'>;

export function declared<Args>(definition: CommandDefinition<Args>, args: Args): Declared {
  return {
    args,
    creates: definition.creates(args),
    refersTo: definition.refersTo(args),
    touches: definition.touches(args),
  };
}
