import { useCallback, useEffect, useRef, useState } from 'react';
import type { PacketPictureAnswer } from '../../../db/commands/signing/packets/packet-calls.ts';
import { useBrowserOnline } from '../../lib/device/connectivity.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { syncClient } from '../../sync-client.ts';
import { PACKET_PAGE } from './packet-page-copy.ts';
import styles from './packet-picture.module.css';

interface PacketPictureProps {
  packet: string;
  page: string;
  label: string;
  /** Changes whenever the page may show something else. */
  state: string;
}

/** A picture of a packet's page. It loads when it scrolls into view. */
export function PacketPicture({ packet, page, label, state }: PacketPictureProps) {
  const { userId } = useMirror();
  const online = useBrowserOnline();
  const frame = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  const [answer, setAnswer] = useState<PacketPictureAnswer | null>(null);
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const load = useCallback(() => {
    if (!isSeen) return undefined;
    let isOutdated = false;
    const show = (next: PacketPictureAnswer) => {
      if (!isOutdated)
        setAnswer((last) => (last?.outcome === 'done' && next.outcome !== 'done' ? last : next));
    };
    syncClient()
      .readPacketPage(userId, packet, page)
      .then(show, (error: unknown) => reportError(error));
    return () => {
      isOutdated = true;
    };
  }, [userId, packet, page, isSeen]);
  useEffect(load, [load, state, online]);
  const picture = answer?.outcome === 'done' ? answer.picture : null;
  return (
    <div ref={frame} className={styles.frame}>
      {picture ? (
        <img
          className={styles.picture}
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`}
          width={picture.width}
          height={picture.height}
          alt={label}
        />
      ) : (
        <span className={styles.empty}>{answer === null ? null : PACKET_PAGE.noPicture}</span>
      )}
    </div>
  );
}
