import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Returns when printing began; null while the browser isn't printing. Content for printing renders only then. */
export function usePrinting(enabled: boolean): Date | null {
  const [printedAt, setPrintedAt] = useState<Date | null>(null);
  useEffect(() => {
    // The browser prints the page as it is when this handler returns.
    const before = () => {
      if (enabled) flushSync(() => setPrintedAt(new Date()));
    };
    const after = () => setPrintedAt(null);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [enabled]);
  return printedAt;
}
