import { useCurrentUser } from '../lib/account/use-current-user.ts';
import { TabLink, Tabs } from '../ui/layout/tabs.tsx';
import { ACCOUNT_TABS } from './app-bar-copy.ts';

/** The navigation between the account pages and, for admins, the pages of their organization. */
export function AccountTabs() {
  const isAdmin = useCurrentUser()?.user.role === 'admin';
  return (
    <Tabs label={ACCOUNT_TABS.name}>
      <TabLink to="/account" exact>
        {ACCOUNT_TABS.account}
      </TabLink>
      {isAdmin ? <TabLink to="/admin">{ACCOUNT_TABS.organization}</TabLink> : null}
      {isAdmin ? <TabLink to="/account/outbox">{ACCOUNT_TABS.mail}</TabLink> : null}
      <TabLink to="/account/diagnostics">{ACCOUNT_TABS.diagnostics}</TabLink>
    </Tabs>
  );
}
