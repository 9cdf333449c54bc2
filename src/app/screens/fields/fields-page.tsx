import { useSearchParams } from 'react-router-dom';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import { Bar } from '../../ui/layout/toolbar.tsx';
import { TabLink, Tabs } from '../../ui/layout/tabs.tsx';
import { FieldsScreen } from './fields-screen.tsx';
import { VIEWS } from './values-copy.ts';

const ValuesScreen = lazyComponent(() => import('./values-screen.tsx').then((module) => module.ValuesScreen));

/** The custom fields of a deal, and their values for each signatory. */
export function FieldsPage({ transaction }: { transaction: string }) {
  const [parameters] = useSearchParams();
  const isValues = parameters.get('view') !== 'names';
  const path = `/transaction/${transaction}/fields`;
  return (
    <>
      <Bar>
        <Tabs label={VIEWS.name}>
          <TabLink to={path} current={isValues}>
            {VIEWS.values}
          </TabLink>
          <TabLink to={`${path}?view=names`} current={!isValues}>
            {VIEWS.fields}
          </TabLink>
        </Tabs>
      </Bar>
      {isValues ? <ValuesScreen transaction={transaction} /> : <FieldsScreen transaction={transaction} />}
    </>
  );
}
