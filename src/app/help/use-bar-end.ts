import { useEffect, useState } from 'react';

/**
 * How far down the window the bar of the page reaches, px; 0 where it is scrolled away. What stands beside the page begins
 * there: who reads it can still do what the bar offers.
 */
export function useBarEnd(): number {
  const [end, setEnd] = useState(barEnd);
  useEffect(() => {
    const look = () => setEnd(barEnd());
    // The page that is gone to may have another bar, or none; or none yet, while its code is fetched.
    const pages = new MutationObserver(look);
    pages.observe(document.getElementById('root') ?? document.body, { childList: true });
    const size = new ResizeObserver(look);
    size.observe(document.body);
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      pages.disconnect();
      size.disconnect();
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, []);
  return end;
}

/** The bar is the first thing of a page; its content may have headers of its own. */
function barEnd(): number {
  const bar = document.querySelector('header:not(main *, aside *)');
  return Math.max(0, bar?.getBoundingClientRect().bottom ?? 0);
}
