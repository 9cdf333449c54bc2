import { useCallback, useEffect, useState } from 'react';
import type { AuditLogAnswer } from '../../../../db/commands/signing/packets/online-signing.ts';
import { useBrowserOnline } from '../../../lib/device/connectivity.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { syncClient } from '../../../sync-client.ts';

export interface AuditLog {
  /** Null while it is loading for the first time. */
  answer: AuditLogAnswer | null;
  again: () => void;
}

/** Loads a signatory's history when a screen asks for it and when the network returns. It is never stored. */
export function useAuditLog(signatory: string): AuditLog {
  const { userId } = useMirror();
  const online = useBrowserOnline();
  const [answer, setAnswer] = useState<AuditLogAnswer | null>(null);
  const again = useCallback(() => {
    syncClient()
      .readAuditLog(userId, signatory)
      .then(
        // Keep showing what was loaded if a later request fails.
        (next) => setAnswer((last) => (last?.outcome === 'done' && next.outcome !== 'done' ? last : next)),
        (error: unknown) => reportError(error),
      );
  }, [userId, signatory]);
  useEffect(again, [again, online]);
  return { answer, again };
}
