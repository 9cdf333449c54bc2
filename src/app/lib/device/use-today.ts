import { useEffect, useState } from 'react';

/** How often the date is checked, ms. A timer for midnight would fail on a sleeping laptop. */
const CHECK_MS = 60_000;

/** Returns a date of today that changes only when the day does. */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date());
  useEffect(() => {
    const check = () => {
      const now = new Date();
      setToday((last) => (last.toDateString() === now.toDateString() ? last : now));
    };
    const timer = setInterval(check, CHECK_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, []);
  return today;
}
