import { Component, type ReactNode } from 'react';
import { isClosedWhileOpening } from '../../db/queries/status/closed-while-opening.ts';
import { ErrorScreen } from './error-screen.tsx';

/** How often, and at what intervals in milliseconds, a screen is shown anew whose database is just opened again. */
const MOST_RETURNS = 50;
const RETURNS_EVERY_MS = 200;

/** After so long, ms, what broke once more is another matter, and has as many returns again. */
const STOOD_MS = 10_000;

type Screen = 'shown' | 'returning' | 'failed';

/**
 * Shows the generic error screen (docs/product/app-shell.md, "Errors") in place of what broke. The mirror and the outbox are untouched. What broke
 * since the browser was closing the database comes back by itself (SPEC: DISK5).
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { screen: Screen }> {
  override state: { screen: Screen } = { screen: 'shown' };
  #returns = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(error: unknown): { screen: Screen } {
    return { screen: isClosedWhileOpening(error) ? 'returning' : 'failed' };
  }

  override componentDidCatch(error?: unknown): void {
    clearTimeout(this.#timer);
    if (this.state.screen !== 'returning') {
      // React keeps what was caught to itself: src/app/events/ hears of it like of any other.
      reportError(error);
      return;
    }
    this.#returns += 1;
    const screen = this.#returns > MOST_RETURNS ? 'failed' : 'shown';
    this.#timer = setTimeout(() => this.#return(screen), RETURNS_EVERY_MS);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
  }

  #return(screen: 'shown' | 'failed'): void {
    this.#timer = setTimeout(() => {
      this.#returns = 0;
    }, STOOD_MS);
    this.setState({ screen });
  }

  override render(): ReactNode {
    if (this.state.screen === 'failed') return <ErrorScreen />;
    return this.state.screen === 'returning' ? null : this.props.children;
  }
}
