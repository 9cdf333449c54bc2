import { useCurrentUser } from './lib/account/use-current-user.ts';
import { TabLink, Tabs } from './ui/layout/tabs.tsx';

/** The way between the pages of a person's account, and of their organization for its admins. */
export function AccountTabs() {
  const isAdmin = useCurrentUser()?.user.role === 'admin';
  return (
    <Tabs label="Account">
      <TabLink to="/account" exact>
        You
      </TabLink>
      {isAdmin ? <TabLink to="/admin">Organization</TabLink> : null}
      {isAdmin ? <TabLink to="/account/outbox">Mail</TabLink> : null}
      <TabLink to="/account/diagnostics">Diagnostics</TabLink>
    </Tabs>
  );
}
