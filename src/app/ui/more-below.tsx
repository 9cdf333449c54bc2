import { useEffect, useRef } from 'react';

/** Stands below a list of which more is to come, and tells when the person comes near. Mounted anew for each part. */
export function MoreBelow({ onNear }: { onNear: () => void }) {
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
      // Of what scrolls: the window's own margin would end at its edge.
      { root: mark.current.parentElement, rootMargin: '1000px' },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={mark} style={{ height: 1 }} />;
}
