import { useEffect } from 'react';
import {
  BrowserRouter,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useParams,
  useSearchParams,
} from 'react-router-dom';
import { transactionInQuery } from '../contract/rules/transactions/route-parameters.ts';
import { ErrorBoundary } from './errors/error-boundary.tsx';
import { NotFoundScreen } from './errors/not-found-screen.tsx';
import { DealListScreen } from './screens/deal-list/deal-list-screen.tsx';
import { LoginScreen } from './screens/login/lazy-login-screen.ts';
import { EMBED_PATH, isEmbedded } from './session/embedded.ts';
import { useCleanUpAfterSignOut } from './session/sign-out/use-clean-up-after-sign-out.ts';
import { useKeyGuard } from './session/lock/use-key-guard.ts';
import { OutdatedDialog } from './session/outdated-dialog.tsx';
import { ShortcutsHost } from './shortcuts/shortcuts-host.tsx';
import { PaletteHost } from './palette/palette-host.tsx';
import { SignedIn } from './session/signed-in.tsx';
import { useUnmountTracking } from './lib/form/form-drafts.ts';
import { blockStrayDrops } from './lib/device/file-drops.ts';
import { retryStyles } from './lib/loading/retry-failed-files.ts';
import { notifyTruncatedPaste } from './lib/form/notify-truncated-paste.ts';
import { useCopying } from './upload-queue/add-files/copying.ts';
import { useLeaveWarning } from './session/leave-warning.ts';
import { underneathOf } from './viewer/viewer-place.ts';
import { deferredUi } from './lib/loading/load-deferred-ui.ts';
import { lazyComponent } from './lib/loading/lazy-component.tsx';
import { DealScreen } from './screens/deal/lazy-deal-screen.ts';
import type { DealTab } from './screens/deal/deal-pages.tsx';

const OtherPage = lazyComponent(() => import('./screens/other-pages.tsx').then((module) => module.OtherPage));
const Toaster = lazyComponent(() => import('./toasts/toaster.tsx').then((module) => module.Toaster));
const EmbedStatus = lazyComponent(() =>
  import('./session/embed-status.tsx').then((module) => module.EmbedStatus),
);
const DeferredUi = deferredUi(() =>
  import('./deferred-ui/deferred-ui.tsx').then((module) => module.DeferredUi),
);
const MirrorNotices = lazyComponent(() =>
  import('./toasts/mirror-notices.tsx').then((module) => module.MirrorNotices),
);

/** The routes of docs/product/app-shell.md, "Addresses". A transaction page is a path with exactly three segments. */
export function App() {
  useEffect(blockStrayDrops, []);
  useEffect(notifyTruncatedPaste, []);
  useEffect(retryStyles, []);
  // Files that are still being copied exist nowhere else, even after the session has ended.
  useLeaveWarning(useCopying() > 0);
  useCleanUpAfterSignOut();
  useKeyGuard();
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Routes>
          <Route path="/login" element={<LoginScreen />} />
          <Route path="/login/set-password" element={<OtherPage page="set-password" />} />
          <Route path="/login/forgotten" element={<OtherPage page="forgotten-password" />} />
          <Route path="/confirm-address" element={<OtherPage page="confirm-address" />} />
          <Route path="/contact" element={<OtherPage page="contact" />} />
          <Route path="/verify" element={<OtherPage page="verify" />} />
          <Route path="/testdrive" element={<OtherPage page="testdrive" />} />
          <Route path="/importer-poc" element={<OtherPage page="import" />} />
          <Route path="/register" element={<OtherPage page="register" />} />
          <Route path={`${EMBED_PATH}/auth`} element={<EmbedSignIn />} />
          <Route element={<SignedIn />}>
            <Route path={EMBED_PATH} element={<EmbeddedDeal />} />
            <Route element={<WithNotices />}>
              <Route index element={<DealListScreen />} />
              <Route path="/transaction" element={<ToNamedDeal />} />
              <Route path="/transaction/:id" element={<ToChecklist />} />
              <Route path="/transaction/:id/:tab" element={<DealRoute />} />
              <Route path="/transaction/:id/documents/:document" element={<DealRoute tab="documents" />} />
              <Route path="/transaction/:id/packets/:packet" element={<DealRoute tab="packets" />} />
              <Route path="/transaction/:id/closing/:version" element={<DealRoute tab="closing" />} />
              <Route
                path="/transaction/:id/signature-pages/:page"
                element={<DealRoute tab="signature-pages" />}
              />
              <Route path="/editor" element={<OtherPage page="editor" />} />
              <Route path="/incoming" element={<OtherPage page="incoming" />} />
              <Route path="/account" element={<OtherPage page="account" />} />
              <Route path="/account/outbox" element={<OtherPage page="outbox" />} />
              <Route path="/admin" element={<OtherPage page="admin" />} />
              <Route path="/account/diagnostics" element={<OtherPage page="diagnostics" />} />
              <Route path="/account/styleguide" element={<OtherPage page="styleguide" />} />
            </Route>
          </Route>
          <Route path="*" element={<NotFoundScreen />} />
        </Routes>
      </BrowserRouter>
      <Toaster />
      <OutdatedDialog />
    </ErrorBoundary>
  );
}

/** The signed-in pages with the notices of the sync engine, the palette and the shortcuts. */
function WithNotices() {
  useUnmountTracking();
  return (
    <>
      <Outlet />
      <MirrorNotices />
      <PaletteHost />
      <ShortcutsHost />
      {isEmbedded ? null : <DeferredUi />}
    </>
  );
}

/** A deal in a frame of another page: without the app bar, the upload queue and help, but with rejected edits. */
function EmbeddedDeal() {
  useUnmountTracking();
  const transaction = transactionInQuery(useSearchParams()[0]);
  if (transaction === null) return <NotFoundScreen />;
  return (
    <>
      <DealScreen key={transaction} transaction={transaction} tab="checklist" viewed={null} />
      <EmbedStatus />
      <MirrorNotices />
    </>
  );
}

function EmbedSignIn() {
  return <LoginScreen to={`${EMBED_PATH}${useLocation().search}`} />;
}

function isId(id: string): boolean {
  return /^[0-9a-f-]{36}$/i.test(id);
}

/** A link that has the deal only in its query (docs/product/app-shell.md, "Addresses"). */
function ToNamedDeal() {
  const [parameters] = useSearchParams();
  const transaction = transactionInQuery(parameters);
  return transaction === null ? <NotFoundScreen /> : <ChecklistOf deal={transaction} />;
}

function ToChecklist() {
  const { id = '' } = useParams();
  return isId(id) ? <ChecklistOf deal={id} /> : <NotFoundScreen />;
}

/** Redirects to the deal's checklist, and to the item that the link names. */
function ChecklistOf({ deal }: { deal: string }) {
  const item = useSearchParams()[0].get('itemId');
  const query = item === null ? '' : `?itemId=${encodeURIComponent(item)}`;
  return <Navigate to={`/transaction/${deal}/checklist${query}`} replace />;
}

/** The pages that show the item of `?itemId=`. */
const SHOW_ITEMS: ReadonlySet<string> = new Set(['checklist', 'documents', 'signature-pages']);

/** Routes with a fourth segment pass their tab. In all other routes, the tab is the third segment. */
function DealRoute({ tab: given }: { tab?: DealTab }) {
  const { id = '', tab = given ?? '', document } = useParams();
  const namesItem = useSearchParams()[0].has('itemId');
  const location = useLocation();
  const state: unknown = location.state;
  // An open document covers the page that it was opened from.
  const shown = (document !== undefined && underneathOf(state)) || tab;
  // `/transaction/embed/…` is never a deal page.
  if (!isId(id) || (document !== undefined && !isId(document))) return <NotFoundScreen />;
  if (namesItem && document === undefined && !SHOW_ITEMS.has(tab)) return <ChecklistOf deal={id} />;
  return <DealScreen key={id} transaction={id} tab={shown} viewed={document ?? null} />;
}
