import { useEffect, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { supportUntil } from '../../../db/queries/account/support-access.ts';
import { useMirror } from '../../session/mirror-context.ts';

/** Until when support sees the organization's transactions; null = it does not, or no more. */
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
