import { releaseCollection } from '../../../src/contract/collections/releases.ts';
import type { Release } from '../../../src/contract/entities/closing/release.ts';
import { readRow } from '../../present/read-rows.ts';
import { invalid } from '../../refusal.ts';
import { namesOfOrganizations } from '../../store/account/organization-names.ts';
import { changeRow } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { appendToLedger } from '../../store/deals/ledger.ts';
import { bindToCurrentVersions } from '../../store/deals/packets/signed-versions.ts';
import type { SigningActor } from '../../store/deals/packets/signing-events.ts';
import type { Tx } from '../../store/tables.ts';
import { assertAsSigned } from './assert-as-signed.ts';
import { missingSentences } from './missing-sentences.ts';
import { readReadiness } from './read-signatures.ts';
import { assertLeadsDeal, openRelease } from './releasing-party.ts';
import { startCollation } from './start-collation.ts';
import { assertInForm } from '../signing/assert-in-form.ts';
import { changeStatuses } from '../signing/change-statuses.ts';

async function namesOf(tx: Tx, organizations: readonly string[]): Promise<string[]> {
  const names = await namesOfOrganizations(tx, organizations);
  return organizations.map((each) => names.get(each) ?? each);
}

/**
 * Releases all pages that a release covers, or none. From then on, they have effect and everyone on the deal may see them.
 * The deal's lock serializes this with all other changes to them.
 * @throws {Refusal} `not_allowed`; `invalid`, naming what is missing, or who was faster
 */
export async function releasePages(
  scope: DealWrite,
  { id }: { id: string },
  by: SigningActor,
): Promise<Release> {
  const { tx, deal, now, actor, stamp } = scope;
  assertLeadsDeal(scope, 'release its pages');
  scope.hurry();
  const row = await openRelease(scope, id);
  const readiness = await readReadiness(scope, row);
  if (!readiness.mayBeReleased) throw invalid(await missingSentences(scope, readiness, row));
  await assertAsSigned(scope, readiness.covered);
  const signatures = readiness.covered.map(({ uuid }) => uuid);
  await assertInForm(scope, signatures, { among: ['executed'], what: 'released' });
  await bindToCurrentVersions(tx, deal.uuid, signatures);
  await changeStatuses(scope, signatures, { status: 'released' });
  await changeRow(tx, 'releases', id, {
    status: 'released',
    signatures,
    released_by: actor,
    released_at: now,
    ...stamp,
  });
  scope.put(releaseCollection.wire, id, { fields: ['status'], name: row.name });
  const details = {
    name: row.name,
    signatures,
    effective_date: row.effective_date,
    confirmations: row.confirmations.map(({ user, at }) => ({ user, at })),
    ...(readiness.organizationsGone.length > 0 && {
      without: await namesOf(tx, readiness.organizationsGone),
    }),
  };
  await appendToLedger(scope, { event: 'released', by, subject: id, details });
  const items = readiness.covered.map(({ item }) => item);
  await startCollation(scope, { release: id, items, effectiveDate: row.effective_date });
  return readRow(tx, 'releases', deal.uuid, id);
}
