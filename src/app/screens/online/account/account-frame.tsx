import type { ReactNode } from 'react';
import { AccountTabs } from '../../../account-tabs.tsx';
import { AppBar } from '../../../app-bar.tsx';
import { useFirstPicture } from '../../../lib/first-paint.ts';
import { useWholeUser } from '../../../lib/use-whole-user.ts';
import { useDelayed } from '../../../ui/use-delayed.ts';
import { Note } from '../../../ui/callout.tsx';
import { Page, PageTitle } from '../../../ui/page.tsx';

/** What the pages of a person's account, and of their organization for its admins, stand in. They wait for that. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const current = useWholeUser();
  const missing = useDelayed(current === null);
  useFirstPicture(current !== undefined);
  return (
    <>
      <AppBar />
      <Page>
        <PageTitle>{title}</PageTitle>
        <AccountTabs />
        {current ? children : null}
        {missing ? (
          <Note role="status">
            Your organization has not been loaded to this device yet: this page appears once you are online.
          </Note>
        ) : null}
      </Page>
    </>
  );
}
