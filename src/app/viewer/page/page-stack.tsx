import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import {
  anchorAt,
  heightOf,
  layPages,
  pageInView,
  pagesToDraw,
  scaleOf,
  topOf,
  type Anchor,
  type PageLayout,
  type PageSize,
  type Zoom,
} from './page-geometry.ts';
import type { Hit } from './page-text.ts';
import { PageView } from './page-view.tsx';
import type { OpenPdf } from '../pdfjs.ts';
import { useZoomGestures } from './use-zoom-gestures.ts';
import type { Search } from '../use-search.ts';
import { VIEWER } from '../viewer-copy.ts';
import styles from './page-stack.module.css';

/** A request to scroll a page to the upper edge; a new object for each request. */
export interface PageRequest {
  page: number;
}

/** The visible part of the document. */
export interface PageSight {
  page: number;
  /** CSS pixels per point. */
  scale: number;
}

interface PageStackProps {
  pdf: OpenPdf;
  name: string;
  sizes: readonly PageSize[];
  /** Reads the size of a page that is about to be drawn. */
  learn: (page: number) => void;
  /** The server's thumbnails, in page order; empty if it has made none. */
  pictures: readonly string[];
  zoom: Zoom;
  wanted: PageRequest;
  search: Search;
  /** The pages that are marked for signing. */
  marked: ReadonlyMap<number, unknown>;
  /** Content to show over a page; null = none. */
  overlay: { page: number; content: ReactNode } | null;
  onSight: (sight: PageSight) => void;
  onZoom: (zoom: Zoom) => void;
}

/** The point that stays in place while pages change size, and its distance from the upper edge. */
interface Held {
  anchor: Anchor;
  below: number;
  /** The horizontal center of the window, as a fraction of the document's width. */
  across: number;
}

const NO_HITS: readonly Hit[] = [];

/** The pages, one below another. Only pages near the visible part are drawn. */
export function PageStack(props: PageStackProps) {
  const { pdf, sizes, learn, zoom, wanted, search, onSight, onZoom } = props;
  const scroller = useRef<HTMLElement>(null);
  const room = useInnerSize(scroller);
  const measured = room.width > 0;
  const scale = scaleOf(zoom, sizes, room);
  const layout = useMemo(() => layPages(sizes, scale), [sizes, scale]);
  const held = useRef<Held>({ anchor: { page: 1, share: 0 }, below: 0, across: 0.5 });
  const [[first, last], setDrawn] = useState<[number, number]>([1, 1]);

  const update = () => {
    const window = scroller.current;
    if (!window) return;
    held.current = heldIn(window, layout, 0);
    const [from, to] = pagesToDraw(layout, window.scrollTop, window.clientHeight);
    setDrawn((drawn) => (drawn[0] === from && drawn[1] === to ? drawn : [from, to]));
    onSight({ page: pageInView(layout, window.scrollTop, window.clientHeight), scale });
  };
  const latestUpdate = useRef(update);
  useLayoutEffect(() => {
    latestUpdate.current = update;
  });

  useLayoutEffect(() => {
    const window = scroller.current;
    if (!window || !measured) return;
    const { anchor, below, across } = held.current;
    window.scrollTop = heightOf(layout, anchor) - below;
    window.scrollLeft = across * window.scrollWidth - window.clientWidth / 2;
    latestUpdate.current();
  }, [layout, measured]);

  const answered = useRef<PageRequest | null>(null);
  useLayoutEffect(() => {
    if (!scroller.current || !measured || answered.current === wanted) return;
    answered.current = wanted;
    scroller.current.scrollTop = topOf(layout, wanted.page);
    latestUpdate.current();
  }, [layout, measured, wanted]);

  // A page that is already drawn scrolls its own hit into view.
  const { current } = search;
  const drawn = current !== null && current.page >= first && current.page <= last;
  useLayoutEffect(() => {
    if (!scroller.current || !current || drawn) return;
    scroller.current.scrollTop = topOf(layout, current.page);
    latestUpdate.current();
    // Only once per hit, because the user may scroll away from it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [current]);

  useZoomGestures(scroller, (zooming, below) => {
    if (scroller.current) held.current = heldIn(scroller.current, layout, below);
    onZoom(zooming(scale));
  });

  useEffect(() => {
    for (let page = first; page <= last; page += 1) learn(page);
  }, [learn, first, last]);

  // Focus the pages, so that scroll keys work at once.
  useEffect(() => scroller.current?.focus({ preventScroll: true }), []);

  const hitsOf = useHitsByPage(search.hits);
  const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (
    <section
      ref={scroller}
      className={styles.scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
      tabIndex={0}
      aria-label={VIEWER.pagesOf(props.name)}
      onScroll={update}
    >
      <div className={styles.pages} style={{ height: layout.height, minWidth: layout.width }}>
        {pages.map((page) => (
          <PageView
            key={page}
            pdf={pdf}
            page={page}
            scale={scale}
            top={layout.tops[page - 1] ?? 0}
            width={layout.widths[page - 1] ?? 0}
            height={layout.heights[page - 1] ?? 0}
            picture={props.pictures[page - 1]}
            text={search.texts[page - 1]}
            hits={hitsOf.get(page) ?? NO_HITS}
            current={current?.page === page ? current : null}
            marked={props.marked.has(page)}
            overlay={props.overlay?.page === page ? props.overlay.content : null}
          />
        ))}
      </div>
    </section>
  );
}

function heldIn(window: HTMLElement, layout: PageLayout, below: number): Held {
  return {
    anchor: anchorAt(layout, window.scrollTop + below),
    below,
    across: (window.scrollLeft + window.clientWidth / 2) / Math.max(1, window.scrollWidth),
  };
}

/** Returns the inner size of an element, and follows it, CSS pixels. */
function useInnerSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = watched;
      setRoom((last) => (last.width === width && last.height === height ? last : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return room;
}

function useHitsByPage(hits: readonly Hit[]): ReadonlyMap<number, readonly Hit[]> {
  return useMemo(() => Map.groupBy(hits, (hit) => hit.page), [hits]);
}
