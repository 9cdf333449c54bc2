import type { ReactNode } from 'react';
import { AccountTabs } from '../../../app-bar/account-tabs.tsx';
import { AppBar } from '../../../app-bar/app-bar.tsx';
import { useNotifyFirstPaint } from '../../../lib/loading/first-paint.ts';
import { useCurrentUser } from '../../../lib/account/use-current-user.ts';
import { useDelayed } from '../../../ui/status/use-delayed.ts';
import { Callout } from '../../../ui/status/callout.tsx';
import { Page, PageTitle } from '../../../ui/layout/page.tsx';
import { FRAME } from './account-copy.ts';

/** The frame of the account pages and the organization page. It waits until the organization is loaded. */
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
        {missing ? <Callout role="status">{FRAME.organizationMissing}</Callout> : null}
      </Page>
    </>
  );
}
