import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { TransactionRow } from '../../../db/rows.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import type { useChecklistSnapshot } from '../../checklist/use-checklist-snapshot.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';

const ReplaceScreen = lazyComponent(() =>
  import('../../replacing/replace-screen.tsx').then((module) => module.ReplaceScreen),
);
const ClosingScreen = lazyComponent(() =>
  import('../../closing/closing-screen.tsx').then((module) => module.ClosingScreen),
);

/** The props of every page of a deal. Each page uses what it needs. */
export interface PageProps {
  transaction: string;
  deal: TransactionRow;
  snapshot: ChecklistSnapshot;
  shown: ReturnType<typeof useChecklistSnapshot>;
  /** Whether the viewer covers the page. */
  covered: boolean;
  /** How much of the window the open upload queue covers, in pixels. */
  roomBelow: number;
  upload: ReactNode;
  acceptsFiles: boolean;
}

interface DealPage {
  /** The third segment of its path (docs/product/app-shell.md, "Addresses"). */
  tab: string;
  label: string;
  /** Null for the checklist, which is part of the deal's screen. */
  Page: ((props: PageProps) => ReactNode) | null;
}

/** The pages of a deal in the order of its tabs. */
export const DEAL_PAGES = [
  { tab: 'checklist', label: 'Checklist', Page: null },
  {
    tab: 'documents',
    label: 'Documents',
    Page: lazyComponent(() =>
      import('../documents/documents-screen.tsx').then((module) => module.DocumentsScreen),
    ),
  },
  {
    tab: 'signatories',
    label: 'Signatories',
    Page: lazyComponent(() =>
      import('../../signing/signatories/signatories-screen.tsx').then((module) => module.SignatoriesScreen),
    ),
  },
  {
    tab: 'signing-groups',
    label: 'Signing groups',
    Page: lazyComponent(() =>
      import('../../signing/groups/groups-screen.tsx').then((module) => module.GroupsScreen),
    ),
  },
  {
    tab: 'signatures',
    label: 'Signatures',
    Page: lazyComponent(() =>
      import('../../signing/matrix/signature-matrix.tsx').then((module) => module.SignatureMatrix),
    ),
  },
  {
    tab: 'signature-pages',
    label: 'Signature pages',
    Page: lazyComponent(() =>
      import('../../signature-pages/signature-pages-screen.tsx').then(
        (module) => module.SignaturePagesScreen,
      ),
    ),
  },
  {
    tab: 'packets',
    label: 'Packets',
    Page: lazyComponent(() =>
      import('../../signing/packets/packets-screen.tsx').then((module) => module.PacketsScreen),
    ),
  },
  {
    tab: 'returned-pages',
    label: 'Returned pages',
    Page: lazyComponent(() =>
      import('../../signing/returned-pages/returned-pages-screen.tsx').then(
        (module) => module.ReturnedPagesScreen,
      ),
    ),
  },
  { tab: 'closing', label: 'Closing', Page: ClosingPage },
  {
    tab: 'tasks',
    label: 'Tasks',
    Page: lazyComponent(() => import('../tasks/tasks-screen.tsx').then((module) => module.TasksScreen)),
  },
  {
    tab: 'fields',
    label: 'Fields',
    Page: lazyComponent(() => import('../fields/fields-page.tsx').then((module) => module.FieldsPage)),
  },
  {
    tab: 'activity',
    label: 'Activity',
    Page: lazyComponent(() =>
      import('../activity/activity-screen.tsx').then((module) => module.ActivityScreen),
    ),
  },
] as const satisfies readonly DealPage[];

export type DealTab = (typeof DEAL_PAGES)[number]['tab'];

/** Returns whether a deal has a page with this address. */
export function isDealTab(tab: string): tab is DealTab {
  return DEAL_PAGES.some((each) => each.tab === tab);
}

/** The closing board, or a new version of a signed document. */
function ClosingPage({ deal, snapshot }: PageProps) {
  const { version } = useParams();
  return version === undefined ? (
    <ClosingScreen deal={deal} snapshot={snapshot} />
  ) : (
    <ReplaceScreen transaction={deal.uuid} document={version} />
  );
}
