import type { ReactNode } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { currentUser } from '../../../../db/queries/current-user.ts';
import { AppBar } from '../../../app-bar.tsx';
import { useFirstPicture } from '../../../lib/first-picture.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Page, PageTitle } from '../../../ui/page.tsx';
import { TabLink, Tabs } from '../../../ui/tabs.tsx';

/** What the pages of a person's account, and of their organization for its admins, stand in. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const db = useMirror();
  const current = useLiveQuery(() => currentUser(db), [db]);
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
        {children}
      </Page>
    </>
  );
}
