import { useEffect, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { supportUntil } from '../../../db/queries/account/support-access.ts';
import { useMirror } from '../../session/mirror-context.ts';

/** Returns the time until which support can see the organization's transactions; null if it cannot. */
export function useSupportUntil(): string | null {
  const db = useMirror();
  const until = useLiveQuery(() => supportUntil(db), [db]) ?? null;
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => setOver(until), Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return until === over ? null : until;
}
