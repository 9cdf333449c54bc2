import { memo, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import PenLine from 'lucide-react/icons/pen-line';
import { classNames } from '../../ui/class-names.ts';
import type { Hit, PageText } from './page-text.ts';
import type { OpenPdf } from '../pdfjs.ts';
import { useMarks } from './use-marks.ts';
import { MARKS } from '../signing/signing-copy.ts';
import { VIEWER } from '../viewer-copy.ts';
import styles from './page-view.module.css';

/** While the user zooms, the old drawing is scaled. It is drawn again after this pause, ms. */
const ZOOM_RESTS = 120;

interface PageViewProps {
  pdf: OpenPdf;
  /** From 1. */
  page: number;
  /** CSS pixels per point. */
  scale: number;
  top: number;
  width: number;
  height: number;
  /** The server's thumbnail, shown until the page is drawn. */
  picture: string | undefined;
  text: PageText | undefined;
  hits: readonly Hit[];
  /** The current hit, if it is on this page. */
  current: Hit | null;
  /** Whether the page is marked for signing. */
  marked: boolean;
  /** Content over the page, such as signing fields. */
  overlay: ReactNode;
}

/** One page: its drawing, its selectable text, and its highlights. */
export const PageView = memo(function PageView(props: PageViewProps) {
  const { pdf, page, scale, top, width, height, current } = props;
  const frame = useRef<HTMLDivElement>(null);
  const drawing = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  const failed = useDrawing(drawing, pdf, page, scale);
  const pieces = useWords(words, pdf, page);
  const marks = useMarks(frame, pieces, props.text, props.hits, current);
  const first = marks.findIndex((each) => each.current);
  useLayoutEffect(() => {
    if (first >= 0 && current) mark.current?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [first, current]);
  return (
    <div
      ref={frame}
      role="group"
      aria-label={VIEWER.page(page)}
      className={styles.page}
      style={{ top, width, height, marginLeft: -width / 2, '--total-scale-factor': scale }}
    >
      {props.picture === undefined ? null : (
        <img className={styles.picture} src={props.picture} alt="" draggable={false} />
      )}
      <div ref={drawing} className={styles.drawing} />
      {failed ? <p className={styles.failed}>{VIEWER.pageFailed}</p> : null}
      <div className={styles.marks} aria-hidden="true">
        {marks.map((each, index) => (
          <span
            key={`${each.left} ${each.top} ${each.width}`}
            ref={index === first ? mark : undefined}
            className={classNames(styles.mark, each.current && styles.current)}
            style={{
              left: `${each.left}%`,
              top: `${each.top}%`,
              width: `${each.width}%`,
              height: `${each.height}%`,
            }}
          />
        ))}
      </div>
      <div ref={words} className={styles.words} />
      {props.marked ? (
        <p className={styles.ribbon}>
          <PenLine aria-hidden="true" />
          {MARKS.signaturePage}
        </p>
      ) : null}
      {props.overlay}
    </div>
  );
});

/** Draws the page into the element. Returns whether that failed. */
function useDrawing(into: RefObject<HTMLElement | null>, pdf: OpenPdf, page: number, scale: number): boolean {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const aborter = new AbortController();
    const { signal } = aborter;
    const draw = async () => {
      try {
        const canvas = await pdf.draw(page, { scale, ratio: window.devicePixelRatio, signal });
        if (!canvas) return;
        if (signal.aborted) return free(canvas);
        clear(into.current);
        into.current?.append(canvas);
        setFailed(false);
      } catch {
        if (!signal.aborted) setFailed(true);
      }
    };
    const timer = setTimeout(() => void draw(), into.current?.firstChild ? ZOOM_RESTS : 0);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [into, pdf, page, scale]);
  useEffect(() => {
    const element = into.current;
    return () => {
      clear(element);
      pdf.release(page).catch(() => undefined);
    };
  }, [into, pdf, page]);
  return failed;
}

/** Adds a layer of selectable text over the page. Returns the elements of the text. */
function useWords(over: RefObject<HTMLElement | null>, pdf: OpenPdf, page: number): readonly HTMLElement[] {
  const [pieces, setPieces] = useState<readonly HTMLElement[]>([]);
  useEffect(() => {
    const element = over.current;
    if (!element) return undefined;
    const aborter = new AbortController();
    const lay = async () => {
      // The page can be read even without the text layer.
      const laid = await pdf.layText(page, element, aborter.signal).catch(() => []);
      if (!aborter.signal.aborted) setPieces(laid);
    };
    void lay();
    return () => {
      aborter.abort();
      element.replaceChildren();
      setPieces([]);
    };
  }, [over, pdf, page]);
  return pieces;
}

function clear(element: HTMLElement | null): void {
  for (const canvas of element?.querySelectorAll('canvas') ?? []) free(canvas);
  element?.replaceChildren();
}

/** Frees the memory of a canvas: Safari does so only when the size is zero. */
function free(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}
