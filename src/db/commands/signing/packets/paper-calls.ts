import type { ReturnedPagePicture } from '../../../../contract/entities/closing/executed-document.ts';
import type { Camelized } from '../../../codec.ts';
import { requestTo } from '../../../outbox/command.ts';
import type { CallOutcome, OnlineCall } from '../../account/online-calls.ts';

// Pages are matched while the user looks at them, and their pictures need the network anyway.

/** The picture of a returned page. It is never stored on the device. */
export type ReturnedPageAnswer =
  | { outcome: 'done'; picture: Camelized<ReturnedPagePicture> }
  | Exclude<CallOutcome, { outcome: 'done' }>;

function call(request: OnlineCall['request']): OnlineCall {
  return { request, changes: [] };
}

/** Makes a returned page the signed page of these signatures. An empty list removes its match. */
export function matchPage(page: string, assignments: readonly string[]): OnlineCall {
  return call(requestTo('executedDocumentPages', 'update', { id: page, assignments: [...assignments] }));
}

/** The same, by the short code that is printed on the page. */
export function matchPageByCode(page: string, code: string): OnlineCall {
  return call(requestTo('executedDocumentPages', 'update', { id: page, code }));
}

/** Puts a returned page behind another, signed page. */
export function attachBehind(page: string, behind: string): OnlineCall {
  return call(requestTo('executedDocumentPages', 'update', { id: page, behind }));
}

/** Marks a returned page as not a signature page, or as not the one to keep. */
export function setPageAside(page: string): OnlineCall {
  return call(requestTo('executedDocumentPages', 'update', { id: page, set_aside: true }));
}

/** Deletes a returned file with its pages. */
export function deleteReturnedFile(file: string): OnlineCall {
  return call(requestTo('executedDocuments', 'delete', { id: file }));
}

/** Returns a returned file as it was uploaded. */
export function downloadReturnedFile(file: string): OnlineCall {
  return call(requestTo('executedDocuments', 'download', { id: file }));
}
