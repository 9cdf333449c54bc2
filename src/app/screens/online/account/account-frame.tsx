import type { ReactNode } from 'react';
import { AppBar } from '../../../app-bar.tsx';
import { useFirstPicture } from '../../../lib/first-picture.ts';
import { useWholeUser } from '../../../lib/use-whole-user.ts';
import { useDelayed } from '../../../ui/use-delayed.ts';
import { Note } from '../../../ui/note.tsx';
import { Page, PageTitle } from '../../../ui/page.tsx';
import { TabLink, Tabs } from '../../../ui/tabs.tsx';

/** What the pages of a person's account, and of their organization for its admins, stand in. They wait for that. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const current = useWholeUser();
  const missing = useDelayed(current === null);
  useFirstPicture(current !== undefined);
  const isAdmin = current?.user.role === 'admin';
  return (
    <>
      <AppBar />
      <Page>
        <PageTitle>{title}</PageTitle>
        <Tabs label="Account">
          <TabLink to="/account" current={title === 'Your account'}>
            You
          </TabLink>
          {isAdmin ? <TabLink to="/admin">Organization</TabLink> : null}
          {isAdmin ? <TabLink to="/account/outbox">Mail</TabLink> : null}
          <TabLink to="/account/diagnostics">Diagnostics</TabLink>
        </Tabs>
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
