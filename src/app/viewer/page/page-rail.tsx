import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { UnstyledButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { PageSize } from './page-geometry.ts';
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
  onPage: (page: number) => void;
}

/** Thumbnails of all pages. One has the tab stop; arrow keys go from one to the next. */
export function PageRail({ sizes, pictures, page, onPage }: PageRailProps) {
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
          <UnstyledButton
            key={index}
            data-page={index + 1}
            tabIndex={index + 1 === page ? 0 : -1}
            className={classNames(styles.page, index + 1 === page && styles.current)}
            style={{ top: start }}
            aria-label={VIEWER.page(index + 1)}
            aria-current={index + 1 === page ? 'page' : undefined}
            onClick={() => onPage(index + 1)}
          >
            <span className={styles.picture} style={{ width: PICTURE_WIDTH, height: heightOf(sizes[index]) }}>
              {pictures[index] === undefined ? null : (
                <img src={pictures[index]} alt="" draggable={false} decoding="async" />
              )}
            </span>
            <span aria-hidden="true">{index + 1}</span>
          </UnstyledButton>
        ))}
      </div>
    </nav>
  );
}

function heightOf(size: PageSize | undefined): number {
  return size ? Math.round((PICTURE_WIDTH * size.height) / size.width) : PICTURE_WIDTH;
}
