import { useCallback, useEffect, useRef, useState } from 'react';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import type { PacketPictureAnswer } from '../../../db/commands/signing/packets/packet-calls.ts';
import type { ReturnedPageAnswer } from '../../../db/commands/signing/packets/paper-calls.ts';
import { useBrowserOnline } from '../../lib/device/connectivity.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { syncClient } from '../../sync-client.ts';
import { IconButton } from '../../ui/button.tsx';
import { PICTURE } from './returned-pages-copy.ts';
import styles from './page-picture.module.css';

type Answer = ReturnedPageAnswer | PacketPictureAnswer;

interface PictureProps {
  /** The uuid of a returned page. */
  page?: string;
  /** The uuid of a signature, to show its page as it was sent. Used instead of `page`. */
  blankOf?: string;
  label: string;
  hasZoom?: boolean;
  /** Called when the page's picture is on the screen. */
  onShown?: () => void;
}

/** A picture of a page. It loads when it scrolls into view, and is never stored. */
export function PagePicture({ page, blankOf, label, hasZoom = false, onShown }: PictureProps) {
  const { userId } = useMirror();
  const online = useBrowserOnline();
  const frame = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  const [isZoomed, setZoomed] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
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
    const show = (next: Answer) => {
      if (!isOutdated)
        setAnswer((last) => (last?.outcome === 'done' && next.outcome !== 'done' ? last : next));
    };
    const asked: Promise<Answer> =
      page === undefined
        ? syncClient().readBlankPage(userId, blankOf ?? '')
        : syncClient().readReturnedPage(userId, page);
    asked.then(show, (error: unknown) => reportError(error));
    return () => {
      isOutdated = true;
    };
  }, [userId, page, blankOf, isSeen]);
  useEffect(load, [load, online]);
  const source = answer?.outcome === 'done' ? sourceOf(answer.picture) : null;
  return (
    <div className={styles.picture}>
      {hasZoom && source !== null ? (
        <IconButton
          className={styles.zoom}
          label={isZoomed ? PICTURE.zoomOut : PICTURE.zoomIn}
          aria-pressed={isZoomed}
          onClick={() => setZoomed(!isZoomed)}
        >
          {isZoomed ? <ZoomOut aria-hidden="true" /> : <ZoomIn aria-hidden="true" />}
        </IconButton>
      ) : null}
      <div
        ref={frame}
        className={styles.frame}
        data-zoomed={isZoomed}
        // The arrow keys scroll a page that is larger than its frame.
        {...(isZoomed && { tabIndex: 0, role: 'group', 'aria-label': label })}
      >
        {source === null ? (
          <span className={styles.empty} role={answer === null ? undefined : 'note'}>
            {answer === null ? PICTURE.loading : whyNot(answer)}
          </span>
        ) : (
          <img className={styles.image} src={source} alt={label} onLoad={onShown} />
        )}
      </div>
    </div>
  );
}

function sourceOf(picture: Extract<Answer, { outcome: 'done' }>['picture']): string | null {
  if ('svg' in picture) return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`;
  return picture.picture;
}

function whyNot(answer: Answer): string {
  if (answer.outcome === 'done') return PICTURE.none;
  return answer.outcome === 'unreachable' ? PICTURE.offline : answer.message;
}
