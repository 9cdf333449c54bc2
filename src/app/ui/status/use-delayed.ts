import { useEffect, useState } from 'react';

/** Spinner delay of docs/product/app-shell.md, "Timings", ms. Faster work shows no spinner. */
const SPINNER_DELAY = 100;

/** Returns true once `active` has been true for `delay` ms without a break. */
export function useDelayed(active: boolean, delay: number = SPINNER_DELAY): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setHeld(true), delay);
    return () => {
      clearTimeout(timer);
      setHeld(false);
    };
  }, [active, delay]);
  return active && held;
}
