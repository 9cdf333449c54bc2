import { useEffect, useState } from 'react';

/** How often it is looked whether it is another day, ms: a laptop sleeps over midnight, and timers with it. */
const LOOK_MS = 60_000;

/** An instant of the day that it is; another one only when the day has changed. */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date());
  useEffect(() => {
    const look = () => {
      const now = new Date();
      setToday((last) => (last.toDateString() === now.toDateString() ? last : now));
    };
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return today;
}
