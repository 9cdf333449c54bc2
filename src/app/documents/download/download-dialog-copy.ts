// The UI copy of the download dialog.
import type { DownloadKind } from '../../../contract/rules/closing/download-plan.ts';
import { counted } from '../../lib/format/numbers.ts';

/** The name of each kind, for one document and for several. */
export const KINDS: Record<DownloadKind, readonly [one: string, several: string]> = {
  executed_item_with_attachments: ['Document with attachments', 'Documents with attachments'],
  executed_item_with_attachments_without_unexecuted_pages: [
    'Document with attachments, without unsigned pages',
    'Documents with attachments, without unsigned pages',
  ],
  executed_item: ['Document', 'Documents'],
  executed_item_without_unexecuted_pages: [
    'Document without unsigned pages',
    'Documents without unsigned pages',
  ],
  executed_sigs: ['Signed pages', 'Signed pages'],
  unexecuted_packets: ['Outstanding signature pages', 'Outstanding signature pages'],
  unexecuted_item: ['Document with blank signature pages', 'Documents with blank signature pages'],
  nonexecutable_item: ['Original PDF', 'Original PDFs'],
};

export const HINTS: Record<DownloadKind, string> = {
  executed_item_with_attachments:
    'With all signature pages and attachments. Signature pages that aren’t released yet are blank.',
  executed_item_with_attachments_without_unexecuted_pages:
    'With released signature pages and attachments. Signature pages that aren’t released yet are left out.',
  executed_item: 'With all signature pages. Those that aren’t released yet are blank.',
  executed_item_without_unexecuted_pages:
    'With released signature pages. Those that aren’t released yet are left out.',
  executed_sigs: 'Only signature pages that are released.',
  unexecuted_packets: 'A zip with one PDF per person, containing the pages that aren’t released yet.',
  unexecuted_item: 'The document as it goes out for signature, even if it has been signed.',
  nonexecutable_item: 'The document’s own PDF, unchanged and without added signature pages.',
};

export const DOWNLOAD_DIALOG = {
  title: (name: string | null, count: number) =>
    name === null ? `Download ${counted(count, 'document', 'documents')}` : `Download “${name}”`,
  whole: 'Download all documents',
  kind: 'What to download',
  kindOf: (name: string) => `What to download for ${name}`,
  each: 'Choose for each document',
  leaveOut: 'Leave out',
  nothing: 'Nothing to download yet. These documents have no files.',
  chooseOne: 'Choose what to download for at least one document.',
  offline: 'You need a network connection to download documents.',
  cancel: 'Cancel',
  confirm: 'Download',
  preparing: (fileName: string) =>
    `We’re preparing “${fileName}”. You’ll get a notification when it’s ready to download.`,
  leftOut: (names: readonly string[]) =>
    names.length === 1
      ? `“${names[0]}” was left out because it has nothing to download yet.`
      : `${names.length} documents were left out because they have nothing to download yet: ${LIST.format(names)}.`,
};

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
