import { useEffect, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import CloudOff from 'lucide-react/icons/cloud-off';
import Link2Off from 'lucide-react/icons/link-2-off';
import SearchX from 'lucide-react/icons/search-x';
import { isUuid } from '../../../contract/rules/transactions/route-parameters.ts';
import type { DealOfItemAnswer } from '../../../db/commands/signing/packets/online-signing.ts';
import { dealOfItem } from '../../../db/queries/signing/pages/item-pages.ts';
import { AppBar } from '../../app-bar/app-bar.tsx';
import { useReachable } from '../../lib/device/connectivity.ts';
import { useNotifyFirstPaint } from '../../lib/loading/first-paint.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { syncClient } from '../../sync-client.ts';
import { Page } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { LINK } from './link-copy.ts';

/**
 * The screen for `/editor?itemId=…`. It finds the document's transaction and redirects to the document's first signature page.
 */
export function EditorLinkScreen() {
  const item = useSearchParams()[0].get('itemId') ?? '';
  useNotifyFirstPaint(true);
  return (
    <>
      <AppBar />
      <Page width="narrow">
        {isUuid(item) ? <FindDeal key={item} item={item} /> : <Problem kind="incomplete" />}
      </Page>
    </>
  );
}

function FindDeal({ item }: { item: string }) {
  const db = useMirror();
  const reachable = useReachable();
  const onDevice = useLiveQuery(() => dealOfItem(db, item), [db, item]);
  const [answer, setAnswer] = useState<DealOfItemAnswer | null>(null);
  const asks = onDevice === null && reachable;
  useEffect(() => {
    if (!asks) return;
    let left = false;
    const keep = (received: DealOfItemAnswer) => {
      if (!left) setAnswer(received);
    };
    syncClient().readDealOfItem(db.userId, item).then(keep, reportError);
    return () => {
      left = true;
    };
  }, [asks, db, item]);
  const deal = onDevice ?? (answer?.outcome === 'done' ? answer.transaction : null);
  if (deal !== null) return <Navigate to={`/transaction/${deal}/signature-pages?itemId=${item}`} replace />;
  if (onDevice === undefined) return null;
  if (answer?.outcome === 'refused') return <Problem kind="notFound" />;
  if (!reachable || answer) return <Problem kind="offline" />;
  return null;
}

const ICONS = { incomplete: Link2Off, notFound: SearchX, offline: CloudOff };

function Problem({ kind }: { kind: keyof typeof ICONS }) {
  const Icon = ICONS[kind];
  return (
    <EmptyState
      alone
      icon={<Icon aria-hidden="true" />}
      title={LINK[`${kind}Title`]}
      actions={<Link to="/">{LINK.allTransactions}</Link>}
    >
      {LINK[kind]}
    </EmptyState>
  );
}
