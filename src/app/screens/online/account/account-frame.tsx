import type { ReactNode } from 'react';
import { AccountTabs } from '../../../app-bar/account-tabs.tsx';
import { AppBar } from '../../../app-bar/app-bar.tsx';
import { useNotifyFirstPaint } from '../../../lib/loading/first-paint.ts';
import { useCurrentUser } from '../../../lib/account/use-current-user.ts';
import { useDelayed } from '../../../ui/status/use-delayed.ts';
import { Callout } from '../../../ui/status/callout.tsx';
import { Page, PageTitle } from '../../../ui/layout/page.tsx';

/** What the pages of a person's account, and of their organization for its admins, stand in. They wait for that. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const current = useCurrentUser();
  const missing = useDelayed(current === null);
  useNotifyFirstPaint(current !== undefined);
  return (
    <>
      <AppBar />
      <Page>
        <PageTitle>{title}</PageTitle>
        <AccountTabs />
        {current ? children : null}
        {missing ? (
          <Callout role="status">
            Your organization has not been loaded to this device yet: this page appears once you are online.
          </Callout>
        ) : null}
      </Page>
    </>
  );
}
