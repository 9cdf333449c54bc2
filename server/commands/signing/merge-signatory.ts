import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { representativeCollection } from '../../../src/contract/collections/representatives.ts';
import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import { signaturePageCollection } from '../../../src/contract/collections/signature-pages.ts';
import { signingGroupMemberCollection } from '../../../src/contract/collections/signing-group-members.ts';
import { takenByMerge } from '../../../src/contract/rules/signing/signatories/merging.ts';
import { invalid } from '../../refusal.ts';
import { rowOf, selectRows } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { deleteSignatory } from './signatories.ts';

/**
 * Deletes a duplicate of a person, once the other entry has taken over everything it had.
 * @throws {Refusal} `invalid` if one of them is an entity, if the duplicate still has a capacity, a document or a group that the other
 * entry lacks, or if pages were sent to it
 */
export async function mergeSignatory(
  scope: DealWrite,
  { id, into }: { id: string; into: string },
): Promise<undefined> {
  const { tx, deal } = scope;
  const gone = await rowOf(tx, signatoryCollection, deal.uuid, id);
  const kept = await rowOf(tx, signatoryCollection, deal.uuid, into);
  if (id === into || gone.is_org || kept.is_org) throw invalid('Only two people can be merged.', 'into');
  const naming = { field: 'signatory', rows: [id, into] };
  const assignments = await selectRows(tx, assignmentCollection, { deal: deal.uuid, naming });
  const members = await selectRows(tx, signingGroupMemberCollection, { deal: deal.uuid, naming });
  const represented = await selectRows(tx, representativeCollection, {
    deal: deal.uuid,
    naming: { field: 'signatory', rows: [id] },
  });
  const pages = await selectRows(tx, signaturePageCollection, {
    deal: deal.uuid,
    among: assignments.map(({ item_page_uuid }) => item_page_uuid),
  });
  const generated = new Set(pages.filter(({ source }) => source === 'generated').map(({ uuid }) => uuid));
  const left = takenByMerge(
    { kept: into, gone: id },
    {
      assignments: assignments.map((row) => ({
        ...row,
        itemPageUuid: row.item_page_uuid,
        signingGroupAssignment: row.signing_group_assignment,
      })),
      members,
    },
    (page) => generated.has(page),
  );
  if (represented.length > 0 || left.assignments.length > 0 || left.members.length > 0)
    throw invalid(
      `The entry for ${gone.full_name} wasn’t deleted, because not everything could be moved to the other one. Merge them again.`,
    );
  return deleteSignatory(scope, { id });
}
