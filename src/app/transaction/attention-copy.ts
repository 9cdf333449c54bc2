// The UI copy of the reasons why transactions need attention. It loads together with their reader.
import type { DealAttention } from '../../db/queries/transactions/deal-attention.ts';
import { counted } from '../lib/format/numbers.ts';

/** Returns why a transaction needs the user's attention: "2 signatures to accept, 1 change was rejected". */
export function attentionReasons(attention: DealAttention): string {
  const { invitations, signaturesToAccept, failedDocuments, failedFiles, undecidedFiles, refusedChanges } =
    attention;
  return [
    ...(invitations > 0 ? ['you’re invited'] : []),
    ...(signaturesToAccept > 0
      ? [counted(signaturesToAccept, 'signature to accept', 'signatures to accept')]
      : []),
    ...(failedDocuments > 0
      ? [counted(failedDocuments, 'file failed to convert', 'files failed to convert')]
      : []),
    ...(failedFiles > 0 ? [counted(failedFiles, 'file was not uploaded', 'files were not uploaded')] : []),
    ...(undecidedFiles > 0
      ? [counted(undecidedFiles, 'file needs your attention', 'files need your attention')]
      : []),
    ...(refusedChanges > 0 ? [counted(refusedChanges, 'change was rejected', 'changes were rejected')] : []),
  ].join(', ');
}
