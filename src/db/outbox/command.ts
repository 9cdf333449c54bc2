import type { InferContractRouterInputs } from '@orpc/contract';
import type { contract } from '../../contract/contract.ts';
import type { ChangeSet } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';
import type { Draft, RowKey } from './draft.ts';
import type { Batch, Collection, FrozenRequest, OutboxRow } from '../rows.ts';

/**
 * Version of the form of an outbox row. A new one, and a new command, is a new version of the database as well
 * (src/db/database.ts), whose upgrade brings the rows that wait into the new form (SPEC: DISK7).
 *
 * 1  id, lane, name, args, state, request, tick, awaiting
 */
export const OUTBOX_FORMAT = 1;

/** A command with its arguments, to be carried out as an edit of its own. See `step` in mutate.ts. */
export interface Step {
  /** The edit that it makes now. */
  begin(userId: string): NewEdit;
}

/** An edit that is about to be committed. */
export interface NewEdit {
  mutation: Mutation;
  /** Whether the rows that it undoes are unchanged; absent if it undoes nothing. */
  stands?: ((shown: Draft) => boolean) | undefined;
  /** Inside a transaction over the folded tables; the caller announces the change set once that is committed. */
  commitIn(db: MirrorDatabase): Promise<Made>;
}

/** An edit as it was just made. */
export interface Made {
  set: ChangeSet;
  /** What takes it back; empty where nothing can. */
  inverse: Step[];
}

/** The author of the edit and its time, for the rows that it creates. */
export interface Stamp {
  userId: string;
  madeAt: string;
}

/**
 * One user action: its immediate effect and its request. All of it is pure. `apply` is total: it skips rows that no longer exist.
 */
export interface CommandDefinition<Args> {
  /** `noun.verb`, the person's intention. The endpoint that carries it out is named by `request`. */
  name: string;
  /** The deal whose edits it goes in order with. */
  lane(args: Args): string;
  /** Entity rows that `apply` reads or writes. */
  keys(args: Args): RowKey[];
  /** It concerns only the person's own participation: they make it in deals that they may only view, too. */
  own?: true;
  /** Whether `apply` reads or writes the deal's child lists. */
  structural: boolean;
  /** Ids that come into being; edits that refer to them fall with this one. */
  creates(args: Args): string[];
  /** Every id that the edit names. */
  refersTo(args: Args): string[];
  /** Ids of what it changes, shown as not saved yet. */
  touches(args: Args): string[];
  /** The row whose version the edit is made upon, for `X-Base-Version`. */
  edits?(args: Args): RowKey;
  /** The version that the edit is made upon, if it edits several rows. */
  baseVersion?(args: Args, before: Draft): number;
  /**
   * Whether the edit replaces everything visible of an earlier one of the same command on the same row. Only asked while no byte
   * of that was sent (SPEC: PUSH6); it is as stored on disk.
   */
  replaces?(args: Args, earlier: unknown): boolean;
  /** The text that the person typed, where the edit may hold one: how it is read, and how another is put in its place. */
  wording?: { of(args: Args): string | undefined; with(args: Args, text: string): Args };
  apply(draft: Draft, args: Args, stamp: Stamp): void;
  /** The request, given the state that the edits before this one lead to. Asked once, at the first send. */
  request(args: Args, before: Draft): FrozenRequest;
  /**
   * What takes the edit back, in the order in which it is to be carried out, given what is shown before it. Absent where
   * nothing can.
   */
  inverse?(args: Args, before: Draft, stamp: Stamp): Step[];
  /** What must be read again before the edit may leave the fold (docs/product/api.md, "Freshness"). */
  refreshes: Collection[];
  /**
   * The toast when the server rejects the edit (docs/product/checklist.md, "Messages"). Null if the user loses nothing: the edit
   * is reverted silently and not kept (SPEC: REJ11). A function if the words depend on the arguments.
   */
  failure: string | null | ((args: Args) => string);
  /** The toast when the server has done it, if nothing else says so. */
  success?(args: Args, answer: unknown): string | null;
  /**
   * The arguments as the server has carried them out, if it may do a part and its response says which: after the acknowledgment
   * the edit shows no more than that.
   */
  done?(args: Args, answer: unknown): Args;
  /** The toast when the last edit of one act is answered; of one that was done in part, where the words fit that too. */
  batchSuccess?: { words(batch: Batch): string; inPart: boolean };
  /** Ids that the server gave instead of those that were asked for, by the latter (SPEC: PUSH7). */
  remaps?(args: Args, answer: unknown): ReadonlyMap<string, string>;
}

type Inputs = InferContractRouterInputs<typeof contract>;

/** A request to an endpoint of the contract, its input checked by the contract's type. */
export function requestTo<Group extends keyof Inputs, Name extends keyof Inputs[Group] & string>(
  group: Group,
  name: Name,
  input: Inputs[Group][Name],
): FrozenRequest {
  return { endpoint: `${group}.${name}`, input };
}

/** A mutation with its validated arguments bound, as the fold and the push take it. */
export interface Mutation {
  row: OutboxRow;
  keys: RowKey[];
  structural: boolean;
  refreshes: Collection[];
  failure: string | null;
  success(answer: unknown): string | null;
  apply(draft: Draft): void;
  request(before: Draft): FrozenRequest;
  /** What the outbox row says from the acknowledgement on; null = what it has said. */
  done(answer: unknown): Declared | null;
  remaps(answer: unknown): ReadonlyMap<string, string>;
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
  };
}

/** What an outbox row says of its command. */
export type Declared = Pick<OutboxRow, 'args' | 'creates' | 'refersTo' | 'touches'>;

export function declared<Args>(definition: CommandDefinition<Args>, args: Args): Declared {
  return {
    args,
    creates: definition.creates(args),
    refersTo: definition.refersTo(args),
    touches: definition.touches(args),
  };
}
