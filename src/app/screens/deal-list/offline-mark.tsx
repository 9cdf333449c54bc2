import HardDrive from 'lucide-react/icons/hard-drive';
import HardDriveDownload from 'lucide-react/icons/hard-drive-download';
import type { OfflineProgress } from '../../../db/queries/offline/offline-progress.ts';
import { isComplete, isMarked, offlineMark } from '../../offline-deals/offline-status.ts';

interface OfflineMarkProps {
  standing: OfflineProgress;
  className: string | undefined;
}

/** Shows, in a row, how much of an offline deal is on this device. */
export function OfflineMark({ standing, className }: OfflineMarkProps) {
  if (!isMarked(standing)) return null;
  const Icon = isComplete(standing) ? HardDrive : HardDriveDownload;
  return (
    <span className={className}>
      <Icon aria-hidden="true" />
      {offlineMark(standing)}
    </span>
  );
}
