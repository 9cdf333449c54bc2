import type { ActSubject } from '../../../contract/entities/transactions/activity.ts';
import type { ActRow } from '../../../db/rows.ts';
import { viewerPath } from '../../viewer/viewer-place.ts';

/** Returns the address of an act's subject; null if it has several subjects, or if `existing` does not contain its subject. */
export function pathTo(
  { transaction, subjects, numSubjects }: Pick<ActRow, 'transaction' | 'subjects' | 'numSubjects'>,
  existing: ReadonlySet<string>,
): string | null {
  const [only] = subjects;
  if (!only || numSubjects > 1 || only.op === 'delete' || !existing.has(only.uuid)) return null;
  return addressOf(transaction, only);
}

function addressOf(transaction: string, { kind, uuid }: ActSubject): string | null {
  const checklist = `/transaction/${transaction}/checklist`;
  switch (kind) {
    case 'header':
      return `${checklist}?row=${uuid}`;
    case 'item':
      return `${checklist}?itemId=${uuid}`;
    case 'task':
      return `${checklist}?task=${uuid}`;
    case 'document':
      return viewerPath(transaction, uuid);
    case 'signatory':
      return `/transaction/${transaction}/signatories?signatory=${uuid}`;
    case 'representative':
    case 'bulk_signatory_upload':
      return `/transaction/${transaction}/signatories`;
    case 'signing_group':
    case 'signing_group_member':
      return `/transaction/${transaction}/signing-groups`;
    case 'assignment':
    case 'dynamic_assignment':
      return `/transaction/${transaction}/signatures`;
    case 'executed_document':
    case 'executed_document_page':
      return `/transaction/${transaction}/returned-pages`;
    case 'signature_block':
      return `/transaction/${transaction}/signature-pages`;
    case 'signature_page':
      return `/transaction/${transaction}/signature-pages/${uuid}`;
    case 'release':
      return `/transaction/${transaction}/closing`;
    case 'packet':
      return `/transaction/${transaction}/packets/${uuid}`;
    case 'custom_key':
      return `/transaction/${transaction}/fields?view=names`;
    case 'custom_value':
      return `/transaction/${transaction}/fields`;
    default:
      return null;
  }
}
