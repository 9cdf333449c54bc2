import type { SignatureStyle } from '../contract/entities/signing-room.ts';

/** A page that was signed on this device but that the server doesn't know as signed yet. */
export interface PendingPage {
  uuid: string;
  sha256: string;
  at: string;
}

/** The signatory's input, kept on this device until it is sent. */
export interface RoomDraft {
  name: string | null;
  style: SignatureStyle;
  reason: string;
  pending: readonly PendingPage[];
}

const EMPTY_DRAFT: RoomDraft = { name: null, style: 'caveat', reason: '', pending: [] };

const keyOf = (token: string) => `counterpart-signing-${token.slice(0, 12)}`;

/** Reads the draft of a room. Unreadable drafts count as none. */
export function readDraft(token: string): RoomDraft {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(token)) ?? 'null');
    if (typeof found !== 'object' || found === null) return EMPTY_DRAFT;
    const { name, style, reason, pending }: Partial<Record<keyof RoomDraft, unknown>> = found;
    return {
      name: typeof name === 'string' ? name : null,
      style: style === 'dancing_script' ? style : 'caveat',
      reason: typeof reason === 'string' ? reason : '',
      pending: Array.isArray(pending) ? pending.filter(isPending) : [],
    };
  } catch {
    return EMPTY_DRAFT;
  }
}

/** Saves the draft. Browsers inside mail programs may not save anything; then it lasts as long as the page. */
export function keepDraft(token: string, draft: RoomDraft): void {
  try {
    localStorage.setItem(keyOf(token), JSON.stringify(draft));
  } catch {
    // The page itself still has it.
  }
}

export function forgetDraft(token: string): void {
  try {
    localStorage.removeItem(keyOf(token));
  } catch {
    // There was none.
  }
}

function isPending(value: unknown): value is PendingPage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'uuid' in value &&
    typeof value.uuid === 'string' &&
    'sha256' in value &&
    typeof value.sha256 === 'string' &&
    'at' in value &&
    typeof value.at === 'string'
  );
}
