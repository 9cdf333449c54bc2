import { useEffect, useRef } from 'react';

/** Goes below a list that loads in parts: calls `onNear` when it scrolls near. Give it a new `key` for each part. */
export function NearEndMarker({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  useEffect(() => {
    if (!mark.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) latest.current();
      },
      // The root is the scroller: a margin of the window would end at the scroller's edge.
      { root: mark.current.parentElement, rootMargin: '1000px' },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={mark} style={{ height: 1 }} />;
}
