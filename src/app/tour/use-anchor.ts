import { useEffect, useState } from 'react';

interface Anchor {
  /** Null if the element is not on the page. */
  box: { left: number; top: number; width: number; height: number } | null;
  /** Whether a dialog or a document covers the page. */
  covered: boolean;
  view: { width: number; height: number };
}

/** Returns the position of an element, and follows it; null before the first measurement. */
export function useAnchor(selector: string): Anchor | null {
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const next = measureAnchor(selector);
      setAnchor((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    const measureSoon = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measureSoon();
    const observer = new MutationObserver(measureSoon);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    window.addEventListener('resize', measureSoon);
    document.addEventListener('scroll', measureSoon, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('resize', measureSoon);
      document.removeEventListener('scroll', measureSoon, { capture: true });
    };
  }, [selector]);
  return anchor;
}

function measureAnchor(selector: string): Anchor {
  const found = document.querySelector(selector)?.getBoundingClientRect();
  return {
    box:
      found && found.width > 0
        ? { left: found.left, top: found.top, width: found.width, height: found.height }
        : null,
    covered: document.querySelector('[data-modal], [inert] main') !== null,
    view: { width: window.innerWidth, height: window.innerHeight },
  };
}
