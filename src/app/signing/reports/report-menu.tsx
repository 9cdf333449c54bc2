import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileText from 'lucide-react/icons/file-text';
import type { OnlineCall } from '../../../db/commands/account/online-calls.ts';
import {
  downloadManifest,
  downloadSigningStatus,
} from '../../../db/commands/signing/packets/report-calls.ts';
import { DownloadMenu } from '../../documents/download-menu.tsx';
import { useFlag } from '../../lib/account/use-feature.ts';
import type { MenuEntry } from '../../ui/overlay/menu-popover.tsx';
import { REPORTS } from './reports-copy.ts';

interface ReportMenuProps {
  transaction: string;
  /** Whether a report is being created. */
  isBusy: boolean;
  /** Requests a report from the server. */
  run: (call: OnlineCall) => void;
  /** Saves the matrix on the screen as a file, on this device. */
  onMatrix?: () => void;
}

/** The menu of downloads about a deal's signatures. */
export function ReportMenu({ transaction, isBusy, run, onMatrix }: ReportMenuProps) {
  const hasManifest = useFlag(transaction, 'SIG_MANIFEST_EXPORT');
  const sheet = <FileSpreadsheet aria-hidden="true" />;
  const entries: MenuEntry[] = [
    ...(onMatrix
      ? [{ id: 'matrix', label: REPORTS.matrix, hint: REPORTS.matrixHint, icon: sheet, onChoose: onMatrix }]
      : []),
    {
      id: 'status',
      label: REPORTS.status,
      hint: REPORTS.statusHint,
      icon: sheet,
      onChoose: () => run(downloadSigningStatus(transaction)),
    },
    ...(hasManifest
      ? [
          {
            id: 'manifest-pdf',
            label: REPORTS.manifestPdf,
            hint: REPORTS.manifestHint,
            icon: <FileText aria-hidden="true" />,
            onChoose: () => run(downloadManifest(transaction, 'pdf')),
          },
          {
            id: 'manifest-csv',
            label: REPORTS.manifestCsv,
            hint: REPORTS.manifestHint,
            icon: sheet,
            onChoose: () => run(downloadManifest(transaction, 'csv')),
          },
        ]
      : []),
  ];
  // Without the matrix, all entries are reports.
  const label = onMatrix ? REPORTS.menu : REPORTS.reports;
  return <DownloadMenu label={label} entries={entries} isBusy={isBusy} wide={!onMatrix} />;
}
