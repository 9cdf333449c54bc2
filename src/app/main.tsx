// Imported first, so that it captures errors in all modules below.
import { captureErrors } from './events/capture-errors.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/tokens.css';
import './styles/base.css';
import { openEarly } from '../db/queries/account/accounts.ts';
import { subscribeLostMirror } from '../db/queries/status/notices.ts';
import { App } from './app.tsx';
import { PAGE_TITLE } from './product.ts';
import { DealScreen } from './screens/deal/lazy-deal-screen.ts';
import { LoginScreen } from './screens/login/lazy-login-screen.ts';
import { subscribeThemes, showTheme } from './lib/device/theme.ts';
import { showNotices } from './toasts/show-notices.ts';
import { subscribeInstallOffers } from './session/install-prompt.ts';

document.title = PAGE_TITLE;
subscribeInstallOffers();
showTheme();
subscribeThemes();

// Subscribe before the mirror opens, because opening it detects a lost mirror.
subscribeLostMirror((notice) => showNotices([notice], null));
openEarly().catch(() => undefined);

const fetchLoginScreen = () => void LoginScreen.fetch().catch(() => undefined);
const fetchDealScreen = () => void DealScreen.fetch().catch(() => undefined);

// If the address is a deal or the sign-in page, load its screen while the account and the mirror are read.
if (window.location.pathname.startsWith('/transaction/')) fetchDealScreen();
if (window.location.pathname.startsWith('/login')) fetchLoginScreen();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element for the app.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// A file dropped outside a drop target must not replace the app in the tab.
for (const type of ['dragover', 'drop'] as const) {
  window.addEventListener(type, (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
}

// Everything else loads after the first paint. Safari has no idle callback.
const whenIdle: (run: () => void) => unknown =
  'requestIdleCallback' in window
    ? (run) => requestIdleCallback(run, { timeout: 3000 })
    : (run) => setTimeout(run, 1000);
whenIdle(() => {
  // Prefetch, so that a click on a deal opens it at once. If this fails, the click tries again.
  fetchDealScreen();
  fetchLoginScreen();
  // If it can't be fetched, an error report couldn't be sent either.
  void import('./events/beacon.ts').then(({ sendError }) => captureErrors(sendError)).catch(() => undefined);
  if (!import.meta.env.PROD) return;
  import('./service-worker-registration.ts')
    .then((module) => module.registerServiceWorker())
    .catch((error: unknown) => reportError(error));
});
