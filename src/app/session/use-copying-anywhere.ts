import { useEffect, useState } from 'react';
import type { MirrorDatabase } from '../../db/database.ts';
import { isStaging } from '../../db/queries/documents/staging.ts';
import { useCopying } from '../upload-queue/copying.ts';

/** How often it is asked what other tabs do, of which nothing is heard, ms. */
const ASK_EVERY = 1000;

/** Whether files are being copied to this device now, by this tab or another; `asked`: what was known a moment ago. */
export function useCopyingAnywhere(db: MirrorDatabase, asked: boolean): boolean {
  const here = useCopying() > 0;
  const [anywhere, setAnywhere] = useState(asked);
  useEffect(() => {
    let stopped = false;
    const ask = async () => {
      const staging = await isStaging(db);
      if (!stopped) setAnywhere(staging);
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_EVERY);
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }, [db]);
  return here || anywhere;
}
