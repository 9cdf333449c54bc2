import Maximize2 from 'lucide-react/icons/maximize-2';
import type { PacketDetail } from '../../../contract/entities/signing/packet-detail.ts';
import type { Camelized } from '../../../db/codec.ts';
import { UnstyledButton } from '../../ui/button.tsx';
import { PACKET_PAGE } from './packet-page-copy.ts';
import { PacketPicture } from './packet-picture.tsx';
import styles from './packet-picture.module.css';

export type PacketPageRow = Camelized<PacketDetail>['pages'][number];

interface PageThumbnailProps {
  packet: string;
  page: PacketPageRow;
  /** Changes whenever the page may show something else. */
  state: string;
  onEnlarge: () => void;
}

/** A small picture of a page. A click enlarges it. */
export function PageThumbnail({ packet, page, state, onEnlarge }: PageThumbnailProps) {
  const { uuid, number, kind, document } = page;
  return (
    <div className={styles.thumbnail}>
      <PacketPicture
        packet={packet}
        page={uuid}
        label={PACKET_PAGE.picture(number, document ?? PACKET_PAGE.kinds[kind])}
        state={state}
      />
      <UnstyledButton className={styles.enlarge} aria-label={PACKET_PAGE.enlarge(number)} onClick={onEnlarge}>
        <Maximize2 aria-hidden="true" />
      </UnstyledButton>
    </div>
  );
}
