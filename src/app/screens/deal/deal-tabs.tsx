import { memo, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePaletteActions } from '../../palette/palette-store.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { TabLink, Tabs } from '../../ui/layout/tabs.tsx';
import { UndoButtons } from '../../undo/undo-buttons.tsx';
import { ACTIONS, TABS_NAME } from './deal-copy.ts';
import { DEAL_PAGES } from './deal-pages.tsx';
import styles from './deal-tabs.module.css';

/** The tabs of a deal, and its undo buttons. */
export const DealTabs = memo(function DealTabs({ transaction }: { transaction: string }) {
  const navigate = useNavigate();
  const mayEdit = useMayEdit();
  const ways = useMemo(
    () =>
      DEAL_PAGES.map(({ tab, label }) => ({
        id: `tab/${tab}`,
        name: ACTIONS.goTo(label),
        run: () => void navigate(`/transaction/${transaction}/${tab}`),
      })),
    [navigate, transaction],
  );
  usePaletteActions(ways);
  return (
    <div className={styles.bar}>
      <Tabs className={styles.tabs} label={TABS_NAME}>
        {DEAL_PAGES.map(({ tab, label }) => (
          <TabLink key={tab} to={`/transaction/${transaction}/${tab}`}>
            {label}
          </TabLink>
        ))}
      </Tabs>
      {mayEdit ? <UndoButtons className={styles.undo} /> : null}
    </div>
  );
});
