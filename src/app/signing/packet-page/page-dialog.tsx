import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { PACKET_PAGE } from './packet-page-copy.ts';
import { PacketPicture } from './packet-picture.tsx';
import type { PacketPageRow } from './page-thumbnail.tsx';
import styles from './packet-page.module.css';

interface PageDialogProps {
  packet: string;
  pages: readonly PacketPageRow[];
  /** Changes whenever the pages may show something else. */
  state: string;
  /** The index of the page to show first, from 0. */
  first: number;
  onClose: () => void;
}

/** The pages of a packet, one at a time and large enough to read. */
export function PageDialog({ packet, pages, state, first, onClose }: PageDialogProps) {
  const [at, setAt] = useState(first);
  const page = pages[at];
  if (!page) return null;
  const { uuid, number, kind, document, signatures } = page;
  const title = PACKET_PAGE.picture(number, document ?? PACKET_PAGE.kinds[kind]);
  return (
    <ModalDialog
      wide
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button disabled={at === 0} onClick={() => setAt(at - 1)}>
            {PACKET_PAGE.previous}
          </Button>
          <Button disabled={at === pages.length - 1} onClick={() => setAt(at + 1)}>
            {PACKET_PAGE.next}
          </Button>
          <Button look="primary" onClick={onClose}>
            {PACKET_PAGE.closePicture}
          </Button>
        </>
      }
    >
      <div className={styles.section}>
        {signatures.map((each) => (
          <p key={each.uuid} className={styles.facts}>
            {each.capacity}
          </p>
        ))}
        <PacketPicture key={uuid} packet={packet} page={uuid} label={title} state={state} />
      </div>
    </ModalDialog>
  );
}
