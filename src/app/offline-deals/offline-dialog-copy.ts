// The UI copy of the dialog about an offline copy, which is loaded lazily.
import { counted, formatSize } from '../lib/format/numbers.ts';

export const OFFLINE_DIALOG = {
  title: 'Keep on this device',
  remove: 'Remove from this device',
  keep: 'Keep on this device',
  done: 'Done',
  explanation:
    'Counterpart downloads the checklist and every page of the documents, as long as there is space, and keeps them up to date. You can read them offline until you remove the copy, sign out, or lose access.',
  automatic:
    'This copy was added automatically because you opened the transaction in the last 7 days or it closes within 14 days. It is deleted when neither applies. If you remove it, it won’t be added automatically again.',
  notKept: (deal: string) =>
    `“${deal}” isn’t kept on this device. Parts that you opened recently may still be available offline.`,
  progress: 'Documents on this device',
  complete: 'The whole transaction is on this device.',
  space: 'Space for offline transactions',
  used: (room: string) => `Used: ${room}.`,
  browserSpace: (bytes: number) => ` The browser has about ${formatSize(bytes)} left for Counterpart.`,
};

/** Returns how much space offline copies use, in bytes. */
export function usedSpace({ deals, used, budget }: { deals: number; used: number; budget: number }): string {
  if (deals === 0) return `0 MB of ${formatSize(budget)}`;
  return `${counted(deals, 'transaction', 'transactions')}, ${formatSize(used)} of ${formatSize(budget)}`;
}
