import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { underneathOf } from '../../viewer/viewer-place.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';

const Viewer = lazyComponent(() => import('../../viewer/viewer.tsx').then((module) => module.Viewer));

/** The viewer over a deal's page. Closing it returns the user to the screen and the focus that they had. */
export function ViewerFrame({ transaction, document: uuid }: { transaction: string; document: string }) {
  const location = useLocation();
  const navigate = useNavigate();
  // Read before the page below becomes inert and loses the focus.
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => returnFocus(before, uuid), [before, uuid]);
  const close = () => {
    if (underneathOf(location.state) !== null) void navigate(-1);
    else void navigate(`/transaction/${transaction}/documents`, { replace: true });
  };
  return <Viewer key={uuid} transaction={transaction} document={uuid} onClose={close} />;
}

/** Returns the focus to the element that had it, else to the document in the list. */
function returnFocus(before: Element | null, uuid: string): void {
  const had = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : null;
  (had ?? document.querySelector<HTMLElement>(`[data-document="${CSS.escape(uuid)}"] a`))?.focus();
}
