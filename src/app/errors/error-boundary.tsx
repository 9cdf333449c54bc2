import { Component, type ReactNode, useEffect, useState } from 'react';
import { isClosedWhileOpening } from '../../db/queries/status/closed-while-opening.ts';
import { supportEmailHere } from '../../db/queries/account/current-user.ts';
import { reloadPage } from '../session/leave-warning.ts';
import { Button } from '../ui/button.tsx';
import { ProductMark } from '../ui/product-mark.tsx';
import { ERROR_SCREEN } from './errors-copy.ts';
import styles from './error-screen.module.css';

/** The longest wait for a newer version of the app to be found and stored, ms. Then the page reloads in any case. */
const MAX_MS = 15_000;

/** How many times, and how many ms apart, a screen is shown again while its database reopens. */
const MAX_RETRIES = 50;
const RETRY_MS = 200;

/** Once a screen has worked this long, ms, it gets all its retries back. */
const RESET_MS = 10_000;

type Screen = 'shown' | 'retrying' | 'failed';

/**
 * Shows the error screen (docs/product/app-shell.md, "Errors") in place of children that throw. The mirror and the outbox are
 * untouched. If the browser closed the database, the screen comes back automatically (SPEC: DISK5).
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { screen: Screen }> {
  override state: { screen: Screen } = { screen: 'shown' };
  #retries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(error: unknown): { screen: Screen } {
    return { screen: isClosedWhileOpening(error) ? 'retrying' : 'failed' };
  }

  override componentDidCatch(error?: unknown): void {
    clearTimeout(this.#timer);
    if (this.state.screen !== 'retrying') {
      // React does not report caught errors; src/app/events/ must see them, too.
      reportError(error);
      return;
    }
    this.#retries += 1;
    const screen = this.#retries > MAX_RETRIES ? 'failed' : 'shown';
    this.#timer = setTimeout(() => this.#return(screen), RETRY_MS);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
  }

  #return(screen: 'shown' | 'failed'): void {
    this.#timer = setTimeout(() => {
      this.#retries = 0;
    }, RESET_MS);
    this.setState({ screen });
  }

  override render(): ReactNode {
    if (this.state.screen === 'failed') return <ErrorScreen />;
    return this.state.screen === 'retrying' ? null : this.props.children;
  }
}

/**
 * Reloads the page with the newest version of the app. A page of an earlier version may fail because the server no longer has
 * its files, and would fail again after a plain reload.
 */
async function refreshPage(): Promise<void> {
  await Promise.race([takeNewestVersion(), new Promise((resolve) => setTimeout(resolve, MAX_MS))]);
  reloadPage();
}

async function takeNewestVersion(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    const next = registration?.installing ?? registration?.waiting;
    if (!next) return;
    await reaches(next, 'installed');
    next.postMessage({ type: 'SKIP_WAITING' });
    await reaches(next, 'activated');
  } catch {
    // There is no service worker, or no network: the page is reloaded as it is.
  }
}

async function reaches(worker: ServiceWorker, state: 'installed' | 'activated'): Promise<void> {
  const later: readonly ServiceWorkerState[] = ['installed', 'activating', 'activated', 'redundant'];
  const isThere = () => later.indexOf(worker.state) >= later.indexOf(state);
  if (isThere()) return;
  await new Promise<void>((resolve) => {
    worker.addEventListener('statechange', () => isThere() && resolve());
  });
}

/** The error screen (docs/product/app-shell.md, "Errors"). */
function ErrorScreen() {
  const [support, setSupport] = useState<string | null>(null);
  const [refreshing, setRefreshing] = useState(false);
  // If the address cannot be read either, the text says “your administrator”.
  useEffect(() => void supportEmailHere().then(setSupport, () => undefined), []);
  return (
    <main className={styles.screen}>
      <ProductMark size={44} />
      <h1 className={styles.title}>{ERROR_SCREEN.title}</h1>
      <p>
        {ERROR_SCREEN.text} {ERROR_SCREEN.contact}{' '}
        {support === null ? ERROR_SCREEN.administrator : <a href={`mailto:${support}`}>{support}</a>}.
      </p>
      <Button
        look="primary"
        aria-disabled={refreshing}
        onClick={() => {
          if (refreshing) return;
          setRefreshing(true);
          void refreshPage();
        }}
      >
        {refreshing ? ERROR_SCREEN.refreshing : ERROR_SCREEN.refresh}
      </Button>
    </main>
  );
}
