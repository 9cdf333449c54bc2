import type { ReactNode } from 'react';
import Printer from 'lucide-react/icons/printer';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { SelectionTools, Toolbar, ToolbarEnd } from '../../ui/layout/toolbar.tsx';
import { FILTER, TOOLBAR } from './matrix-copy.ts';
import { statusInWords } from '../../../contract/rules/signing/assignments/status-in-words.ts';
import type { MatrixFilter } from './matrix-filter.ts';
import styles from './signature-matrix.module.css';

const STATES: readonly (readonly [MatrixFilter['state'], string])[] = [
  ['all', FILTER.allStates],
  ['outstanding', FILTER.outstanding],
  ...(
    [
      'assigned',
      'in_packet',
      'sent',
      'viewed',
      'signed_pending_acceptance',
      'executed',
      'released',
      'rejected',
    ] as const
  ).map((state) => [state, statusInWords(state)] as const),
];

const WHO: readonly (readonly [MatrixFilter['who'], string])[] = [
  ['all', FILTER.everyone],
  ['parties', FILTER.parties],
  ['outstanding', FILTER.withOutstanding],
];

interface MatrixToolbarProps {
  filter: MatrixFilter;
  onFilter: (filter: MatrixFilter) => void;
  /** Whether documents that aren't marked to be signed are shown. */
  all: boolean;
  onAll: (all: boolean) => void;
  /** How many documents are selected. */
  chosen: number;
  mayEdit: boolean;
  onAssign: () => void;
  downloads: ReactNode;
  onClearSelection: () => void;
}

/** The filters of the matrix, and the actions on the selected documents. */
export function MatrixToolbar({ filter, onFilter, ...props }: MatrixToolbarProps) {
  return (
    <Toolbar label={TOOLBAR.name}>
      <SearchField
        className={styles.search}
        label={FILTER.document}
        value={filter.document}
        onText={(document) => onFilter({ ...filter, document })}
      />
      <SearchField
        className={styles.search}
        label={FILTER.signatory}
        value={filter.signatory}
        onText={(signatory) => onFilter({ ...filter, signatory })}
      />
      <Select
        className={styles.choice}
        label={FILTER.state}
        options={STATES}
        value={filter.state}
        onChoose={(state) => onFilter({ ...filter, state })}
      />
      <Select
        className={styles.choice}
        label={FILTER.who}
        options={WHO}
        value={filter.who}
        onChoose={(who) => onFilter({ ...filter, who })}
      />
      <CheckboxField checked={props.all} onChange={(event) => props.onAll(event.currentTarget.checked)}>
        {FILTER.allDocuments}
      </CheckboxField>
      <SelectionTools
        count={props.mayEdit ? props.chosen : 0}
        sayOne
        onClearSelection={props.onClearSelection}
      >
        <Button
          look="quiet"
          icon={<UserRoundCheck aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={props.onAssign}
        >
          {TOOLBAR.assign}
        </Button>
      </SelectionTools>
      <ToolbarEnd>
        {props.downloads}
        <IconButton label={TOOLBAR.print} className={styles.print} onClick={() => window.print()}>
          <Printer aria-hidden="true" />
        </IconButton>
      </ToolbarEnd>
    </Toolbar>
  );
}
