import { useEffect, useRef, type KeyboardEvent } from 'react';
import PenLine from 'lucide-react/icons/pen-line';
import { useVirtualizer } from '@tanstack/react-virtual';
import { UnstyledButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { PageSize } from './page-geometry.ts';
import { MARKS } from '../signing/signing-copy.ts';
import { VIEWER } from '../viewer-copy.ts';
import styles from './page-rail.module.css';

/** Width of a thumbnail, and the space below it, CSS pixels. */
const PICTURE_WIDTH = 112;
const BELOW = 36;

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

interface PageRailProps {
  sizes: readonly PageSize[];
  /** The server's thumbnails; empty if it has made none. */
  pictures: readonly string[];
  /** The page in view, from 1. */
  page: number;
  /** The pages that are marked for signing. */
  marked: ReadonlyMap<number, unknown>;
  mayMark: (page: number) => boolean;
  onMark: (page: number) => void;
  onPage: (page: number) => void;
}

/** Thumbnails of all pages. One has the tab stop, and the arrow keys move between them. */
export function PageRail(props: PageRailProps) {
  const { sizes, pictures, page, marked, onPage } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: sizes.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(sizes[index]) + BELOW,
    overscan: 4,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, sizes]);
  useEffect(() => virtualizer.scrollToIndex(page - 1, { align: 'auto' }), [virtualizer, page]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.min(sizes.length, Math.max(1, page + step));
    onPage(next);
    virtualizer.scrollToIndex(next - 1);
    scroller.current?.querySelector<HTMLElement>(`[data-page="${next}"]`)?.focus({ preventScroll: true });
  };
  return (
    <nav ref={scroller} className={styles.rail} aria-label={VIEWER.pages}>
      <div
        className={styles.pages}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
        role="presentation"
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            className={classNames(
              styles.page,
              index + 1 === page && styles.current,
              marked.has(index + 1) && styles.marked,
            )}
            style={{ top: start }}
          >
            <UnstyledButton
              data-page={index + 1}
              tabIndex={index + 1 === page ? 0 : -1}
              className={styles.choose}
              aria-label={marked.has(index + 1) ? MARKS.page(index + 1) : VIEWER.page(index + 1)}
              aria-current={index + 1 === page ? 'page' : undefined}
              onClick={() => onPage(index + 1)}
            >
              <span
                className={styles.picture}
                style={{ width: PICTURE_WIDTH, height: heightOf(sizes[index]) }}
              >
                {pictures[index] === undefined ? null : (
                  <img src={pictures[index]} alt="" draggable={false} decoding="async" />
                )}
              </span>
              <span aria-hidden="true">{index + 1}</span>
            </UnstyledButton>
            {marked.has(index + 1) || props.mayMark(index + 1) ? (
              <MarkOnThumbnail
                page={index + 1}
                marked={marked.has(index + 1)}
                reachable={index + 1 === page}
                onMark={props.mayMark(index + 1) ? props.onMark : null}
              />
            ) : null}
          </div>
        ))}
      </div>
    </nav>
  );
}

interface MarkOnThumbnailProps {
  page: number;
  marked: boolean;
  /** Whether the button is in the tab order. */
  reachable: boolean;
  /** Null if the user may only see the mark. */
  onMark: ((page: number) => void) | null;
}

/** Shows that a page is a signature page, and marks or unmarks it. */
function MarkOnThumbnail({ page, marked, reachable, onMark }: MarkOnThumbnailProps) {
  const content = (
    <>
      <PenLine aria-hidden="true" />
      <span aria-hidden="true">{marked ? MARKS.toSign : MARKS.markShort}</span>
    </>
  );
  if (!onMark) return <span className={styles.mark}>{content}</span>;
  return (
    <UnstyledButton
      className={styles.mark}
      tabIndex={reachable ? 0 : -1}
      aria-label={marked ? MARKS.unmarkOnThumbnail(page) : MARKS.markPage(page)}
      onClick={() => onMark(page)}
    >
      {content}
    </UnstyledButton>
  );
}

function heightOf(size: PageSize | undefined): number {
  return size ? Math.round((PICTURE_WIDTH * size.height) / size.width) : PICTURE_WIDTH;
}
