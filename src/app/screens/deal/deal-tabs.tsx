import { memo, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePaletteActions } from '../../palette/palette-store.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { TabLink, Tabs } from '../../ui/layout/tabs.tsx';
import { UndoButtons } from '../../undo/undo-buttons.tsx';
import { ACTIONS, TABS, TABS_NAME } from './deal-copy.ts';
import styles from './deal-tabs.module.css';

/** The pages of a deal: the third segment of its path (docs/product/app-shell.md, "Addresses"). */
export type DealTab = keyof typeof TABS;

/** The tabs of a deal, and its undo buttons. */
export const DealTabs = memo(function DealTabs({ transaction }: { transaction: string }) {
  const navigate = useNavigate();
  const mayEdit = useMayEdit();
  const ways = useMemo(
    () =>
      Object.entries(TABS).map(([tab, name]) => ({
        id: `tab/${tab}`,
        name: ACTIONS.goTo(name),
        run: () => void navigate(`/transaction/${transaction}/${tab}`),
      })),
    [navigate, transaction],
  );
  usePaletteActions(ways);
  return (
    <div className={styles.bar}>
      <Tabs className={styles.tabs} label={TABS_NAME}>
        {Object.entries(TABS).map(([tab, name]) => (
          <TabLink key={tab} to={`/transaction/${transaction}/${tab}`}>
            {name}
          </TabLink>
        ))}
      </Tabs>
      {mayEdit ? <UndoButtons className={styles.undo} /> : null}
    </div>
  );
});
