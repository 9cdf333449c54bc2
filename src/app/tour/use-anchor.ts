import { useEffect, useState } from 'react';

interface Anchor {
  /** Null = it is not on the page. */
  box: { left: number; top: number; width: number; height: number } | null;
  /** A dialog or a document lies over the page. */
  covered: boolean;
  view: { width: number; height: number };
}

/** Where on the page something is, while it moves; null = not looked yet. */
export function useAnchor(selector: string): Anchor | null {
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const next = lookFor(selector);
      setAnchor((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    lookSoon();
    const observer = new MutationObserver(lookSoon);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    window.addEventListener('resize', lookSoon);
    document.addEventListener('scroll', lookSoon, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('resize', lookSoon);
      document.removeEventListener('scroll', lookSoon, { capture: true });
    };
  }, [selector]);
  return anchor;
}

function lookFor(selector: string): Anchor {
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
