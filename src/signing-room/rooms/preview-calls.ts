import type { RoomPreview } from '../../contract/entities/signing/signing-room.ts';
import { fileAt, send } from '../room-calls.ts';

/** The result of loading a preview. `refused`: the server rejected the request, with a sentence. */
export type PreviewAnswer =
  | { kind: 'preview'; preview: RoomPreview }
  | { kind: 'signed_out' }
  | { kind: 'refused'; message: string };

const UNREACHABLE = 'We can’t reach the server. Check your connection and try again.';

/** Loads what a packet's signatory sees. Needs a participant's session rather than a link. */
export async function readPreview(packet: string): Promise<PreviewAnswer> {
  const answer = await send(addressOf(packet), { method: 'GET' });
  if (answer?.status === 401) return { kind: 'signed_out' };
  const body: unknown = await answer?.json().catch(() => null);
  if (typeof body !== 'object' || body === null) return { kind: 'refused', message: UNREACHABLE };
  if (answer?.ok && isPreview(body)) return { kind: 'preview', preview: body };
  const message = 'error_message' in body ? body.error_message : null;
  return { kind: 'refused', message: typeof message === 'string' ? message : UNREACHABLE };
}

/** Returns the address of a document in the preview; null if it isn't available now. */
export function previewedFile(packet: string, item: string): Promise<string | null> {
  return fileAt(`${addressOf(packet)}/document/${item}`);
}

function addressOf(packet: string): string {
  return `/api/packet/${encodeURIComponent(packet)}/preview`;
}

/** The server checks its responses against their schema, so checking one field is enough. */
function isPreview(body: object): body is RoomPreview {
  return 'pages' in body;
}
