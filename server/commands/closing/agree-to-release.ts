import type * as z from 'zod';
import type {
  confirmedReleaseSchema,
  metConditionSchema,
  Release,
  withdrawnReleaseSchema,
} from '../../../src/contract/entities/closing/release.ts';
import type { Signature } from '../../../src/contract/rules/closing/release.ts';
import { instant } from '../../present/present-row.ts';
import { readRow } from '../../present/read-rows.ts';
import { invalid, notFound } from '../../refusal.ts';
import { changeRow } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { appendToLedger } from '../../store/deals/ledger.ts';
import type { SigningActor } from '../../store/deals/packets/signing-events.ts';
import { assertUnchangedSince } from '../base-version.ts';
import { assertAsSigned } from './assert-as-signed.ts';
import { readReadiness } from './read-signatures.ts';
import { assertLeadsDeal, assertMayConfirm, openRelease } from './releasing-party.ts';
import { missingSentences } from './missing-sentences.ts';

type ById = { id: string };

/** The maximum length of a condition's quote in the activity. */
const CONDITION_MAX = 200;

/** Marks a condition as met, or as open again. If it is already met, it keeps the person who marked it first. */
export async function meetCondition(
  scope: DealWrite,
  { id, condition, met = true }: ById & z.output<typeof metConditionSchema>,
  by: SigningActor,
): Promise<Release> {
  const { tx, deal, now, actor } = scope;
  assertLeadsDeal(scope, 'mark conditions as met');
  const row = await openRelease(scope, id);
  const asked = row.conditions.find(({ uuid }) => uuid === condition);
  if (!asked) throw notFound('This condition');
  if ((asked.met_at !== null) !== met) {
    const state = { met_by: met ? actor : null, met_at: met ? instant(now) : null };
    const conditions = row.conditions.map((each) => (each.uuid === condition ? { ...each, ...state } : each));
    // The earlier confirmations no longer hold.
    const cleared = met ? {} : { confirmations: '[]', signatures: [] };
    await changeRelease(scope, id, { conditions: JSON.stringify(conditions), ...cleared }, ['met'], {
      met,
      condition: asked.text.slice(0, CONDITION_MAX).toWellFormed(),
    });
    const event = met ? 'condition_met' : 'condition_reopened';
    const details = { name: row.name, condition, text: asked.text };
    await appendToLedger(scope, { event, by, subject: id, details });
  }
  return readRow(tx, 'releases', deal.uuid, id);
}

/**
 * Confirms a release as it is now, or takes the confirmation back. A release can be confirmed once its conditions are met and its
 * pages are held. Confirmations of anything other than what it covers now are dropped.
 * @throws {Refusal} `not_allowed`; `invalid`, naming what is missing
 */
export async function confirmRelease(
  scope: DealWrite,
  { id, confirmed = true, signatures: seen }: ById & z.output<typeof confirmedReleaseSchema>,
  by: SigningActor,
): Promise<Release> {
  const { tx, deal, now, asRead } = scope;
  const { uuid: user, organization } = asRead.user;
  const row = await openRelease(scope, id);
  const readiness = await readReadiness(scope, row);
  assertMayConfirm(scope, readiness.covered);
  const isConfirmed = readiness.confirmedBy.includes(user);
  if (isConfirmed === confirmed) return readRow(tx, 'releases', deal.uuid, id);
  if (confirmed) {
    await assertSeen(scope, id, readiness.covered, seen);
    if (!readiness.mayBeConfirmed)
      throw invalid(
        await missingSentences(
          scope,
          { ...readiness, confirmationsMissing: 0, organizationsMissing: [] },
          row,
        ),
      );
    await assertAsSigned(scope, readiness.covered);
  }
  const others = row.confirmations.filter(
    (each) => each.user !== user && readiness.confirmedBy.includes(each.user),
  );
  const own = confirmed ? [{ user, organization, at: instant(now) }] : [];
  const signatures = readiness.covered.map(({ uuid }) => uuid);
  const changes = { confirmations: JSON.stringify([...others, ...own]), signatures };
  await changeRelease(scope, id, changes, ['confirmations'], { confirmed });
  const event = confirmed ? 'release_confirmed' : 'confirmation_withdrawn';
  const seenNow = confirmed ? { signatures, effective_date: row.effective_date } : {};
  await appendToLedger(scope, { event, by, subject: id, details: { name: row.name, ...seenNow } });
  return readRow(tx, 'releases', deal.uuid, id);
}

/** Withdraws a release that isn't complete: its pages stay held. A withdrawn release stays as it is. */
export async function withdrawRelease(
  scope: DealWrite,
  { id, reason = '' }: ById & z.output<typeof withdrawnReleaseSchema>,
  by: SigningActor,
): Promise<Release> {
  assertLeadsDeal(scope, 'withdraw a release');
  const { name } = await openRelease(scope, id);
  await changeRelease(scope, id, { status: 'withdrawn', withdrawn_reason: reason === '' ? null : reason }, [
    'status',
  ]);
  await appendToLedger(scope, { event: 'release_withdrawn', by, subject: id, details: { name, reason } });
  return readRow(scope.tx, 'releases', scope.deal.uuid, id);
}

/** Checks that the release is what the user saw. @throws {Refusal} `changed_meanwhile`, `invalid` */
async function assertSeen(
  scope: DealWrite,
  id: string,
  covered: readonly Signature[],
  seen: readonly string[] | undefined,
): Promise<void> {
  const content = ['items', 'assignments', 'effective_date', 'conditions'];
  await assertUnchangedSince(scope, id, content, async () =>
    readRow(scope.tx, 'releases', scope.deal.uuid, id),
  );
  if (!seen) return;
  const known = new Set(seen);
  if (known.size !== covered.length || !covered.every(({ uuid }) => known.has(uuid)))
    throw invalid('The signatures in this release have changed. Review them, then confirm again.');
}

async function changeRelease(
  scope: DealWrite,
  id: string,
  changes: Readonly<Record<string, unknown>>,
  fields: string[],
  values: Record<string, string | boolean> = {},
): Promise<void> {
  await changeRow(scope.tx, 'releases', id, { ...changes, ...scope.stamp });
  scope.put('releases', id, { fields, values });
}
