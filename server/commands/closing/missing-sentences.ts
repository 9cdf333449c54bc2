import { itemCollection } from '../../../src/contract/collections/items.ts';
import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import type { ReleaseReadiness, Signature } from '../../../src/contract/rules/closing/release.ts';
import { namesOfOrganizations } from '../../store/account/organization-names.ts';
import { selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { inWords } from '../../../src/contract/rules/signing/signatories/names-in-words.ts';

/** Returns the sentences that say what a release is still missing. */
export async function missingSentences(
  scope: Pick<DealWrite, 'tx' | 'deal'>,
  readiness: ReleaseReadiness<Signature>,
  { conditions }: Pick<RowOf<'releases'>, 'conditions'>,
): Promise<string> {
  const { covered, outstanding, confirmationsMissing, organizationsMissing } = readiness;
  if (covered.length === 0)
    return 'This release has nothing left to release. All of its pages were already released.';
  const sentences: string[] = [];
  if (outstanding.length > 0)
    sentences.push(
      `These pages aren’t signed and accepted yet: ${inWords(await namesOf(scope, outstanding))}.`,
    );
  const open = conditions.filter(({ met_at }) => met_at === null).map(({ text }) => `“${text}”`);
  if (open.length > 0) sentences.push(`These conditions aren’t met yet: ${inWords(open)}.`);
  if (confirmationsMissing > 0)
    sentences.push(
      confirmationsMissing === 1
        ? 'One more person must confirm the release.'
        : `${confirmationsMissing} people must confirm the release.`,
    );
  if (organizationsMissing.length > 0) {
    const names = await namesOfOrganizations(scope.tx, organizationsMissing);
    const firms = organizationsMissing.map((each) => names.get(each) ?? '');
    sentences.push(
      firms.length === 1
        ? `${inWords(firms)} must confirm because it collected some of these pages.`
        : `${inWords(firms)} must confirm because they collected some of these pages.`,
    );
  }
  return sentences.join(' ');
}

/** The signatories with the documents that they sign. */
async function namesOf(
  { tx, deal }: Pick<DealWrite, 'tx' | 'deal'>,
  signatures: readonly Signature[],
): Promise<string[]> {
  const items = await selectRows(tx, itemCollection, {
    deal: deal.uuid,
    among: signatures.map(({ item }) => item),
  });
  const people = await selectRows(tx, signatoryCollection, {
    deal: deal.uuid,
    among: signatures.map(({ signatory }) => signatory),
  });
  const itemNames = new Map(items.map(({ uuid, name }) => [uuid, name]));
  const signatoryNames = new Map(people.map(({ uuid, full_name }) => [uuid, full_name]));
  return signatures.map(
    ({ item, signatory }) => `${signatoryNames.get(signatory) ?? ''} in “${itemNames.get(item) ?? ''}”`,
  );
}
