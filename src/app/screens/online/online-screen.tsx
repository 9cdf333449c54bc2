import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import CloudOff from 'lucide-react/icons/cloud-off';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { Page } from '../../ui/layout/page.tsx';

/**
 * Makes a screen, or a part of one, of what says and does nothing without the server. Its code is not kept for use without a network
 * (vite.config.ts), so that what is kept stays small. `Failed` stands in its place where it cannot be had.
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

/** Says that the page is at the server alone, and leads on from there. */
export function NeedsNetwork({ onAgain }: { onAgain: () => void }) {
  return (
    <Page width="narrow">
      <EmptyState
        alone
        icon={<CloudOff aria-hidden="true" />}
        title="This page needs a connection"
        actions={
          <Button look="primary" onClick={onAgain}>
            Try again
          </Button>
        }
      >
        It comes from the server. <Link to="/">Your transactions</Link> can be read and edited without it, as
        far as they are on this device.
      </EmptyState>
    </Page>
  );
}
