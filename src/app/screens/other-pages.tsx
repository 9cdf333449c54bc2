import { createElement } from 'react';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import { NeedsNetworkBelowBar } from './online/needs-network-below-bar.tsx';
import { onlineScreen } from './online/online-screen.tsx';

/** All pages except the deal list, the deals and the sign-in page. */
const PAGES = {
  incoming: lazyComponent(() =>
    import('./incoming/incoming-screen.tsx').then((module) => module.IncomingScreen),
  ),
  import: onlineScreen(() =>
    import('./online/import/import-screen.tsx').then((module) => module.ImportScreen),
  ),
  account: onlineScreen(
    () => import('./online/account/account-screen.tsx').then((module) => module.AccountScreen),
    NeedsNetworkBelowBar,
  ),
  outbox: onlineScreen(
    () => import('./online/outbox/outbox-screen.tsx').then((module) => module.OutboxScreen),
    NeedsNetworkBelowBar,
  ),
  admin: onlineScreen(
    () => import('./online/admin/admin-screen.tsx').then((module) => module.AdminScreen),
    NeedsNetworkBelowBar,
  ),
  'set-password': onlineScreen(() =>
    import('./online/outside/set-password-screen.tsx').then((module) => module.SetPasswordScreen),
  ),
  'confirm-address': onlineScreen(() =>
    import('./online/outside/confirm-address-screen.tsx').then((module) => module.ConfirmAddressScreen),
  ),
  'forgotten-password': onlineScreen(() =>
    import('./online/outside/forgotten-password-screen.tsx').then((module) => module.ForgottenPasswordScreen),
  ),
  register: onlineScreen(() =>
    import('./online/outside/register-screen.tsx').then((module) => module.RegisterScreen),
  ),
  contact: onlineScreen(() =>
    import('./online/outside/contact-screen.tsx').then((module) => module.ContactScreen),
  ),
  verify: onlineScreen(() =>
    import('./online/outside/verify-screen.tsx').then((module) => module.VerifyScreen),
  ),
  testdrive: onlineScreen(() =>
    import('./online/outside/testdrive-screen.tsx').then((module) => module.TestdriveScreen),
  ),
  editor: lazyComponent(() =>
    import('../signature-pages/link/editor-link-screen.tsx').then((module) => module.EditorLinkScreen),
  ),
  diagnostics: lazyComponent(() =>
    import('./diagnostics/diagnostics-screen.tsx').then((module) => module.DiagnosticsScreen),
  ),
  styleguide: lazyComponent(() =>
    import('./styleguide/styleguide-screen.tsx').then((module) => module.StyleguideScreen),
  ),
};

/** A page that is not needed at startup. The chunks are named here to keep their names out of the first chunk. */
export function OtherPage({ page }: { page: keyof typeof PAGES }) {
  return createElement<object>(PAGES[page]);
}
