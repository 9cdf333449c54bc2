import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.tsx';

/** Shows the generic error screen (core spec 2) in place of what broke. The mirror and the outbox are untouched. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorScreen /> : this.props.children;
  }
}
