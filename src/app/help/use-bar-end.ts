import { useEffect, useState } from 'react';

/**
 * Returns the bottom edge of the app bar in the window, px; 0 if it is scrolled away. The help panel starts there, so that it never
 * covers the bar.
 */
export function useBarEnd(): number {
  const [end, setEnd] = useState(barEnd);
  useEffect(() => {
    const measure = () => setEnd(barEnd());
    // The next page may have another bar, no bar, or none yet while its code loads.
    const pages = new MutationObserver(measure);
    pages.observe(document.getElementById('root') ?? document.body, { childList: true });
    const size = new ResizeObserver(measure);
    size.observe(document.body);
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      pages.disconnect();
      size.disconnect();
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, []);
  return end;
}

/** The app bar is the first header of a page; the content may have headers of its own. */
function barEnd(): number {
  const bar = document.querySelector('header:not(main *, aside *)');
  return Math.max(0, bar?.getBoundingClientRect().bottom ?? 0);
}
