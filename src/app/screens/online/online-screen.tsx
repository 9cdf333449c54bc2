import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import CloudOff from 'lucide-react/icons/cloud-off';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { NEEDS_NETWORK } from './online-copy.ts';

/**
 * Returns a component for a screen, or a part of one, that needs the server. Its code is not precached (vite.config.ts), to keep
 * the precache small. If the code cannot be loaded, `Failed` renders instead.
 */
export function onlineScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<{ onAgain: () => void }> = NeedsNetwork,
): (props: Props) => ReactNode {
  let component: ComponentType<Props> | undefined;
  return function OnlineScreen(props) {
    const [shown, setShown] = useState<{ component?: ComponentType<Props>; failed?: boolean }>({ component });
    const [attempt, setAttempt] = useState(0);
    const isThere = shown.component !== undefined;
    useEffect(() => {
      if (isThere) return;
      let left = false;
      const show = async () => {
        try {
          component = await load();
          if (!left) setShown({ component });
        } catch {
          if (!left) setShown({ failed: true });
        }
      };
      void show();
      return () => {
        left = true;
      };
    }, [isThere, attempt]);
    if (shown.component) return createElement(shown.component, props);
    return shown.failed ? <Failed onAgain={() => setAttempt(attempt + 1)} /> : null;
  };
}

/** Says that the page needs a connection, and links to the transactions. */
export function NeedsNetwork({ onAgain }: { onAgain: () => void }) {
  return (
    <Page width="narrow">
      <EmptyState
        alone
        icon={<CloudOff aria-hidden="true" />}
        title={NEEDS_NETWORK.title}
        actions={
          <Button look="primary" onClick={onAgain}>
            {NEEDS_NETWORK.tryAgain}
          </Button>
        }
      >
        {NEEDS_NETWORK.before} <Link to="/">{NEEDS_NETWORK.transactions}</Link> {NEEDS_NETWORK.after}
      </EmptyState>
    </Page>
  );
}
