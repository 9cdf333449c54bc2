import HardDrive from 'lucide-react/icons/hard-drive';
import HardDriveDownload from 'lucide-react/icons/hard-drive-download';
import type { KeptStanding } from '../../../db/queries/kept-deals.ts';
import { isAllHere, isMarked, keptMark } from '../../kept/kept-words.ts';

interface KeptMarkProps {
  standing: KeptStanding;
  className: string | undefined;
}

/** Says in a deal's row how much of an offline deal is on this device. */
export function KeptMark({ standing, className }: KeptMarkProps) {
  if (!isMarked(standing)) return null;
  const Icon = isAllHere(standing) ? HardDrive : HardDriveDownload;
  return (
    <span className={className}>
      <Icon aria-hidden="true" />
      {keptMark(standing)}
    </span>
  );
}
