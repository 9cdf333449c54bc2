import { useState } from 'react';
import type { OpenRoom } from '../../contract/entities/signing/signing-room.ts';
import { wholeDocument } from '../room-calls.ts';
import { utcOffsetNow, type PendingPage } from '../store/room-draft.ts';
import styles from '../signing-room.module.css';
import type { RoomHandle } from '../use-room.ts';

/** Opens the whole document that is signed together with its page. After that, the page can be signed. */
export function ReadWhole({
  token,
  document: { uuid, name },
  handle: { draft, editDraft },
}: {
  token: string;
  document: OpenRoom['documents'][number];
  handle: RoomHandle;
}) {
  const [state, setState] = useState<'idle' | 'opening' | 'failed'>('idle');
  const isOpened = draft.opened[uuid] !== undefined;
  const open = async () => {
    setState('opening');
    const found = await wholeDocument(token, uuid);
    setState(found === null ? 'failed' : 'idle');
    if (found === null) return;
    editDraft({ opened: { ...draft.opened, [uuid]: found.sha256 } });
    window.location.assign(found.address);
  };
  return (
    <>
      <p>
        You sign “{name}” as a whole document, not just its signature page.{' '}
        {isOpened ? 'You’ve opened it on this device.' : 'Open and read it first. Then you can sign it here.'}
      </p>
      <button
        className={styles.quiet}
        type="button"
        disabled={state === 'opening'}
        onClick={() => void open()}
      >
        {isOpened ? 'Open the whole document again' : 'Open the whole document'}
      </button>
      {state === 'opening' && <p role="status">Opening the document…</p>}
      {state === 'failed' && (
        <p role="alert">The document couldn’t be opened. Check your connection and try again.</p>
      )}
    </>
  );
}

/**
 * Signs a page together with the whole document, in the version opened on this device. Returns whether the server accepted it.
 */
export function submitDeed(
  { act, draft }: RoomHandle,
  item: string,
  page: Pick<PendingPage, 'uuid' | 'sha256' | 'values' | 'signature'>,
): Promise<boolean> {
  const at = new Date().toISOString();
  return act({
    name: 'deed_submission',
    body: {
      item,
      document_sha256: draft.opened[item] ?? '',
      pages: [{ ...page, at, utc_offset: utcOffsetNow() }],
      sent_at: at,
    },
  });
}
