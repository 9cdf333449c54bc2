import { Component, type ReactNode } from 'react';
import { isClosedWhileOpening } from '../../db/queries/status/closed-while-opening.ts';
import { ErrorScreen } from './error-screen.tsx';

/** How often, and at which interval in ms, a screen is shown again while its database reopens. */
const MAX_RETRIES = 50;
const RETRY_MS = 200;

/** A screen that worked this long, ms, gets all its retries again. */
const RESET_MS = 10_000;

type Screen = 'shown' | 'retrying' | 'failed';

/**
 * Shows the error screen (docs/product/app-shell.md, "Errors") in place of what threw. The mirror and the outbox are untouched. If
 * the browser had closed the database, the screen comes back by itself (SPEC: DISK5).
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
