// The UI copy for the state of an offline copy, as a sentence.
import { counted, formatSize } from '../lib/format/numbers.ts';

/** The state of an offline copy. `part` is "12 of 48 documents on this device". */
export const OFFLINE_STATUS = {
  downloading: 'Downloading to this device',
  downloadingPart: (part: string) => `Downloading: ${part}`,
  noConnection: 'Not downloaded yet: no connection',
  restLater: (part: string) => `${part}; the rest will be downloaded when you’re back online`,
  retrying: (part: string) => `${part}; trying again to download the rest`,
  overBudget: (budget: number, part: string) => `Stopped at the limit of ${formatSize(budget)}: ${part}`,
  deviceFull: (part: string) => `Stopped because this device is full: ${part}`,
  metered: (part: string) => `Waiting for an unmetered connection: ${part}`,
  part: (here: number, total: number) =>
    `${here} of ${counted(total, 'document', 'documents')} on this device`,
  withoutViewer: (here: number) =>
    `${counted(here, 'document', 'documents')} on this device, but the viewer isn’t downloaded yet`,
  all: (total: number) =>
    total === 1 ? 'The only document is on this device' : `All ${total} documents on this device`,
  allReadable: (total: number) =>
    total === 1
      ? 'The only readable document is on this device'
      : `All ${total} readable documents on this device`,
  noDocuments: 'No documents yet; the checklist is on this device',
  noneReadable: 'No documents can be read yet; the checklist is on this device',
  purged: 'The files were archived and removed; the checklist is on this device',
  preparing: (count: number) => `${count} still being prepared`,
  failed: (count: number) => `${count} could not be converted`,
  join: (parts: readonly string[]) => parts.join(' · '),
};
