import type { DownloadKind } from '../../../contract/rules/closing/download-plan.ts';
import { requestTo } from '../../outbox/command.ts';
import type { OnlineCall } from '../account/online-calls.ts';

// The server creates downloads while the user waits, from what is released at that moment.

/** The documents to download, with one kind for all of them or a kind for each. */
export type AskedDownloads =
  | { items: readonly string[]; kind: DownloadKind }
  | { items: readonly { item: string; kind: DownloadKind }[] };

/** Returns documents of a deal as a PDF or, for several, as a zip. */
export function downloadDocuments(asked: AskedDownloads): OnlineCall {
  const input =
    'kind' in asked ? { item_uuids: [...asked.items], kind: asked.kind } : { items: [...asked.items] };
  return { request: requestTo('downloads', 'items', input), changes: [] };
}

/** Returns all documents of a deal as a zip. */
export function downloadDeal(transaction: string, kind: DownloadKind): OnlineCall {
  return { request: requestTo('downloads', 'transaction', { id: transaction, kind }), changes: [] };
}
