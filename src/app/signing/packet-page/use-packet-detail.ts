import { useCallback, useEffect, useState } from 'react';
import type { PacketAnswer } from '../../../db/commands/signing/packets/packet-calls.ts';
import { useBrowserOnline } from '../../lib/device/connectivity.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { syncClient } from '../../sync-client.ts';

/**
 * Loads the pages and the history of a packet whenever something about it changes. They are never stored.
 * @param state changes whenever the packet or its signatory changes
 */
export function usePacketDetail(packet: string, state: string): PacketAnswer | null {
  const { userId } = useMirror();
  const online = useBrowserOnline();
  const [answer, setAnswer] = useState<PacketAnswer | null>(null);
  const load = useCallback(() => {
    let isOutdated = false;
    // Keep showing what was loaded if a later request fails.
    const show = (next: PacketAnswer) => {
      if (!isOutdated)
        setAnswer((last) => (last?.outcome === 'done' && next.outcome !== 'done' ? last : next));
    };
    syncClient()
      .readPacket(userId, packet)
      .then(show, (error: unknown) => reportError(error));
    return () => {
      isOutdated = true;
    };
  }, [userId, packet]);
  useEffect(load, [load, state, online]);
  return answer;
}
