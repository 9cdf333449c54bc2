import { useEffect, useRef, useState } from 'react';
import type { DocumentReplacement } from '../../contract/entities/documents/document-replacement.ts';
import type { Reading } from '../viewer/use-pdf.ts';
import { REPLACING } from './replacing-copy.ts';
import styles from './replacing.module.css';

/** CSS pixels per point. The page is displayed at the width of its column. */
const SCALE = 1.3;

interface VersionPageProps {
  version: number;
  /** From 1; null if this version doesn't have the page. */
  page: number | null;
  reading: Reading;
  areas: DocumentReplacement['pages'][number]['areas'];
}

/** A page of a version, with the differences from the other version marked. It is drawn when it scrolls into view. */
export function VersionPage({ version, page, reading, areas }: VersionPageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const pdf = reading.kind === 'open' ? reading.pdf : null;
  useEffect(() => {
    if (!pdf || page === null || !isSeen) return undefined;
    const closed = new AbortController();
    const draw = async () => {
      const canvas = await pdf.draw(page, {
        scale: SCALE,
        ratio: window.devicePixelRatio,
        signal: closed.signal,
      });
      if (canvas && !closed.signal.aborted) sheet.current?.replaceChildren(canvas);
    };
    draw().catch(() => setFailed(true));
    return () => closed.abort();
  }, [pdf, page, isSeen]);
  const label = page === null ? REPLACING.beforeName(version) : REPLACING.picture(version, page);
  return (
    <figure className={styles.version}>
      <figcaption className={styles.facts}>{label}</figcaption>
      <div ref={frame} className={styles.frame} data-empty={page === null}>
        {page === null ? <span className={styles.none}>{REPLACING.noPage}</span> : null}
        {isFailed || reading.kind === 'failed' ? (
          <span className={styles.none} role="note">
            {REPLACING.noPicture}
          </span>
        ) : null}
        {page === null ? null : <div ref={sheet} className={styles.sheet} role="img" aria-label={label} />}
        {page === null
          ? null
          : areas.map(({ x, y, width, height }) => (
              <span
                key={`${x} ${y}`}
                className={styles.area}
                style={{
                  insetInlineStart: `${x * 100}%`,
                  insetBlockStart: `${y * 100}%`,
                  inlineSize: `${width * 100}%`,
                  blockSize: `${height * 100}%`,
                }}
              />
            ))}
      </div>
    </figure>
  );
}
