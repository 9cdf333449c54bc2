import type { NoticeRow } from '../../db/rows.ts';
import { pushToast } from './toast-store.ts';

/** Outlives the screens: a notice shown before a visit to /login is not shown again after it. */
const seen = new Set<string>();

/** Brings a notice to the toaster, once. */
export function showNotice({ id, level, message, lasting = false }: NoticeRow): void {
  if (seen.has(id)) return;
  seen.add(id);
  pushToast({ id, level, message, lasting });
}
