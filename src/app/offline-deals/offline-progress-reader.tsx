import { useEffect } from 'react';
import type { OfflineProgress } from '../../db/queries/offline/offline-progress.ts';
import { useMirror } from '../session/mirror-context.ts';
import { useOfflineProgresses } from './use-offline-progress.ts';

interface OfflineProgressReaderProps {
  /** Receives the progress of the offline copies by deal. Must be the same function on every render. */
  onProgress: (progress: ReadonlyMap<string, OfflineProgress>) => void;
}

/**
 * Renders nothing. Reads the progress of offline copies, in a separate chunk, so that the list of deals does not wait for it.
 */
export function OfflineProgressReader({ onProgress }: OfflineProgressReaderProps) {
  const db = useMirror();
  const progress = useOfflineProgresses(db);
  useEffect(() => {
    if (progress) onProgress(progress);
  }, [progress, onProgress]);
  return null;
}
