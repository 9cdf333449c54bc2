import { sql, type Kysely } from 'kysely';
import { clientDoes } from '../../src/contract/errors.ts';
import type { EndpointMeta } from '../../src/contract/policy.ts';
import { assertDealAccess, seesDeal } from '../policies/deal-access.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { SignedInUser } from '../store/account/users.ts';
import { noteAccess } from '../store/audit/access-log.ts';
import { DealWrite, lockDeal, type DealRead } from '../store/deals/deal-write.ts';
import { findAnswer, keepAnswer } from '../store/idempotency.ts';
import type { AccessAct, Tables, Tx } from '../store/tables.ts';
import { asRefusal } from './as-refusal.ts';
import { idsOf, presentAgain } from './replay-answer.ts';
import type { RequestContext } from './request-context.ts';
import { signedOut } from './require-session.ts';

/** The part of a declaration that decides who has access. */
type Declared = { meta: EndpointMeta; route: { method?: string } };

/** The part of oRPC's handler argument that is used here. */
export type Call<Input> = {
  input: Input;
  context: RequestContext;
  path: readonly string[];
  procedure: { '~orpc': Declared & { route: { successStatus?: number } } };
};

/** Thrown if a key already has its response, which the route then sends. */
export class Replay extends Error {
  override readonly name = 'Replay';
  readonly status: number;
  readonly response: unknown;

  constructor(status: number, response: unknown) {
    super('This request was answered before.');
    this.status = status;
    this.response = response;
  }
}

/** The deal that a call is about; null if it doesn't exist, which gets a 404. */
export type DealOf<Input> = (db: Kysely<Tables>, input: Input) => Promise<string | null>;

export function signedInUser(context: RequestContext): SignedInUser {
  if (!context.session) throw signedOut();
  return context.session.user;
}

/** Reads one deal, with its policy and rows from one snapshot. */
export function dealRead<Input, Output>(
  dealOf: DealOf<NoInfer<Input>>,
  read: (scope: DealRead, input: Input) => Promise<Output>,
): (call: Call<Input>) => Promise<Output> {
  return async ({ input, context, procedure, path }) =>
    readDeal(
      context,
      // The deal's own row appears in the list, too.
      { ...procedure['~orpc'], act: path.join('.') === 'transactions.get' ? 'listed' : 'opened' },
      dealOf,
      input,
      read,
    );
}

/**
 * Like `dealRead`, for reads before a handler's own write. `act` is its name in the access log. `at` is when it happened, if
 * not now.
 */
export async function readDeal<Input, Output>(
  context: RequestContext,
  { meta, route, act, at }: Declared & { act: AccessAct; at?: Date },
  dealOf: DealOf<Input>,
  input: Input,
  read: (scope: DealRead, input: Input) => Promise<Output>,
): Promise<Output> {
  const { services } = context;
  const user = signedInUser(context);
  const { answer, noted } = await services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const uuid = await dealOf(tx, input);
      if (uuid === null) throw notFound();
      const deal = await tx
        .selectFrom('transactions')
        .selectAll()
        .where('uuid', '=', uuid)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!deal) throw notFound();
      const may = { policy: meta.policy, writes: route.method !== 'GET', own: meta.own };
      const access = await assertDealAccess(tx, may, deal, user);
      const about = { organization: deal.organization, transaction: deal.uuid, user_uuid: user.uuid };
      return {
        answer: await read({ services, tx, deal, user }, input),
        noted: access.logged ? [{ ...about, acting_as: access.as, act }] : [],
      };
    });
  await noteAccess(services.db, noted, at ?? services.now());
  return answer;
}

/**
 * A write to one deal in one transaction: key, lock, policy, effect, change log, stored response. The deal's row lock
 * comes before any other row's, so that writers queue up and never deadlock.
 */
export function dealWrite<Input, Output>(
  dealOf: DealOf<NoInfer<Input>>,
  write: (scope: DealWrite, input: Input) => Promise<Output>,
): (call: Call<Input>) => Promise<Output> {
  return async ({ input, context, procedure, path }) => {
    const waitsFor = await dealToWaitFor(context, dealOf, input);
    const status = procedure['~orpc'].route.successStatus;
    const work = async (tx: Tx, about: (deal: string) => void) => {
      const user = signedInUser(context);
      const uuid = await dealOf(tx, input);
      const deal = uuid === null ? null : await lockDeal(tx, uuid);
      if (!deal) throw notFound();
      const { policy, own } = procedure['~orpc'].meta;
      await assertDealAccess(tx, { policy, writes: true, own }, deal, user);
      // An admin who can't see the deal's content got this response, and gets it again.
      if (policy !== 'deal_admin') about(deal.uuid);
      const scope = new DealWrite({
        services: context.services,
        tx,
        deal,
        user,
        command: path.join('.'),
        baseVersion: context.baseVersion,
        origin: context.origin,
      });
      const answer = await write(scope, input);
      await scope.close();
      return answer;
    };
    return once(context, status, work, waitsFor);
  };
}

/**
 * Returns the deal whose turn a write waits for. It is looked up again in the write's transaction, where refusals are stored
 * under the key.
 */
async function dealToWaitFor<Input>(
  { services }: RequestContext,
  dealOf: DealOf<Input>,
  input: Input,
): Promise<string | null> {
  try {
    return await dealOf(services.db, input);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * Runs a write at most once for each Idempotency-Key. The response's status and ids are stored in the transaction of the
 * effect; a replay presents those rows as they are now (docs/adr/0009). A refusal that the client treats as final is stored,
 * too: after the user was told that nothing was done, a late copy of the request must not do it. `write` names its deal as
 * soon as the user is known to see it, because the response is repeated only to people who still see it. The write waits for
 * the turn of the deal in `waitsFor` before it takes a connection (server/store/deals/write-turns.ts).
 */
export async function once<Output>(
  context: RequestContext,
  status: number | undefined,
  write: (tx: Tx, about: (deal: string) => void) => Promise<Output>,
  waitsFor: string | null = null,
): Promise<Output> {
  const user = signedInUser(context);
  const { services, idempotency } = context;
  let deal: string | null = null;
  const about = (uuid: string): void => {
    deal = uuid;
  };
  const inTransaction = async (tx: Tx): Promise<Output | Refusal> => {
    if (!idempotency) return write(tx, about);
    const keyed = { user: user.uuid, ...idempotency };
    const known = await findAnswer(tx, keyed);
    if (known) {
      const { status: answered, ids, refusal } = known;
      // A response without a body reveals nothing. A former participant may be told again that they have left.
      if (ids !== undefined || refusal !== undefined) await assertStillSees(tx, known.deal, user);
      if (ids === undefined) throw new Replay(answered, refusal);
      throw new Replay(answered, await presentAgain({ services, tx, user }, context.endpoint, ids));
    }
    await sql`savepoint effect`.execute(tx);
    try {
      const answer = await write(tx, about);
      await keepAnswer(tx, keyed, { status: status ?? 200, ids: idsOf(answer), deal }, services.now());
      return answer;
    } catch (error) {
      const refusal = asRefusal(error);
      if (clientDoes(refusal.code, refusal.status) !== 'rejected') throw error;
      await sql`rollback to savepoint effect`.execute(tx);
      const kept = { status: refusal.status, refusal: refusal.body, deal };
      await keepAnswer(tx, keyed, kept, services.now());
      return refusal;
    }
  };
  const outcome = await services.turns.run(waitsFor, () => services.db.transaction().execute(inTransaction));
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

/**
 * Checks that the user may get a repeated response. They may not if they have left the deal. A deleted deal's responses are
 * repeated, because one of them may be the deletion itself.
 */
async function assertStillSees(tx: Tx, uuid: string | null, user: SignedInUser): Promise<void> {
  if (uuid === null) return;
  const deal = await tx
    .selectFrom('transactions')
    .select(['uuid', 'organization'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (!deal || !(await seesDeal(tx, deal, user))) throw notFound();
}
