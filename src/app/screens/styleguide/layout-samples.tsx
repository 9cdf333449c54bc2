import { useState } from 'react';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Inbox from 'lucide-react/icons/inbox';
import List from 'lucide-react/icons/list';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { Button, IconButton } from '../../ui/button.tsx';
import { BackLink } from '../../ui/layout/back-link.tsx';
import { columnHeaderClass, SortableColumnHeader } from '../../ui/layout/column-header.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { KeyCap } from '../../ui/key-cap.tsx';
import { ProductMark } from '../../ui/product-mark.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { SidePanel, SidePanelBody } from '../../ui/layout/side-panel.tsx';
import { TabLink, Tabs } from '../../ui/layout/tabs.tsx';
import { Bar, SelectionTools, Toolbar, ToolbarEnd, ButtonText } from '../../ui/layout/toolbar.tsx';
import { Sample, Samples } from './sample.tsx';
import styles from './styleguide.module.css';

export function LayoutSamples() {
  return (
    <Samples>
      <Sample name="toolbar with a selection, and a bar below it" wide>
        <SampleToolbar />
      </Sample>
      <Sample name="back link">
        <BackLink to="/account/styleguide">All packets</BackLink>
      </Sample>
      <Sample name="tabs">
        <Tabs label="Samples">
          <TabLink to="/account/styleguide" current count={3}>
            Active
          </TabLink>
          <TabLink to="/account/styleguide" current={false} count={0}>
            Archived
          </TabLink>
        </Tabs>
      </Sample>
      <Sample name="settings section" wide>
        <Section title="Where you’re signed in" hint="End any session you don’t recognize.">
          <p>Chrome on Windows</p>
        </Section>
      </Sample>
      <Sample name="side panel">
        <div className={styles.screen}>
          <SidePanel label="Jane Doe" kind="Signatory" close="Close Jane Doe" onClose={() => undefined}>
            <SidePanelBody name="Jane Doe">
              <p>President of Alder Holdings, Inc.</p>
            </SidePanelBody>
          </SidePanel>
        </div>
      </Sample>
      <Sample name="column headers">
        <SampleHeaders />
      </Sample>
      <Sample name="keys">
        <div className={styles.place}>
          <KeyCap>Ctrl + K</KeyCap>
          <KeyCap>Esc</KeyCap>
        </div>
      </Sample>
      <Sample name="logo">
        <div className={styles.place}>
          <ProductMark />
          <ProductMark size={40} />
        </div>
      </Sample>
      <Sample name="empty state" wide>
        <div className={styles.frame}>
          <EmptyState
            icon={<Inbox aria-hidden="true" />}
            title="No transactions yet"
            actions={<Button look="primary">New transaction</Button>}
          >
            Create a transaction for your next closing.
          </EmptyState>
        </div>
      </Sample>
      <Sample name="compact empty state" wide>
        <div className={styles.frame}>
          <EmptyState compact title="No results">
            Search for another name.
          </EmptyState>
        </div>
      </Sample>
    </Samples>
  );
}

function SampleToolbar() {
  const [chosen, setChosen] = useState(2);
  return (
    <div className={styles.frame}>
      <Toolbar label="Sample">
        <Button icon={<Plus aria-hidden="true" />} aria-label="Add header">
          <ButtonText short="Header">Add header</ButtonText>
        </Button>
        <SelectionTools count={chosen} onClearSelection={() => setChosen(0)}>
          <Button look="quiet" icon={<Trash2 aria-hidden="true" />} aria-label="Delete">
            <ButtonText>Delete</ButtonText>
          </Button>
        </SelectionTools>
        <ToolbarEnd>
          <IconButton label="As a list" aria-pressed>
            <List aria-hidden="true" />
          </IconButton>
          <IconButton label="As a grid" aria-pressed={false}>
            <LayoutGrid aria-hidden="true" />
          </IconButton>
        </ToolbarEnd>
      </Toolbar>
      <Bar sunken role="group" aria-label="Sample filter">
        Showing 2 of 12 items
      </Bar>
    </div>
  );
}

function SampleHeaders() {
  const [order, setOrder] = useState<'ascending' | 'descending'>('ascending');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <SortableColumnHeader
            sorted={order}
            onSort={() => setOrder(order === 'ascending' ? 'descending' : 'ascending')}
          >
            Closing
          </SortableColumnHeader>
          <SortableColumnHeader sorted={null} onSort={() => undefined}>
            Client
          </SortableColumnHeader>
          <th scope="col" className={columnHeaderClass}>
            Done
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>Dec 16, 2026</td>
          <td>Alder Holdings</td>
          <td>12</td>
        </tr>
      </tbody>
    </table>
  );
}
