import type { Ref } from 'react';
import Copy from 'lucide-react/icons/copy';
import ListPlus from 'lucide-react/icons/list-plus';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { ButtonText, SelectionTools, Toolbar, ToolbarEnd } from '../../ui/layout/toolbar.tsx';
import { SIGNATORY_FILTERS, type SignatoryFilter } from './filter-signatories.ts';
import { DUPLICATE, SIGNATORIES, TOOLBAR } from './signatories-copy.ts';
import styles from './signatories-screen.module.css';

interface SignatoriesToolbarProps {
  text: string;
  filter: SignatoryFilter;
  /** How many signatories are selected, shown, and in the deal. */
  chosen: number;
  shown: number;
  total: number;
  field: Ref<HTMLInputElement>;
  onText: (text: string) => void;
  onFilter: (filter: SignatoryFilter) => void;
  onDelete: () => void;
  onClearSelection: () => void;
  onAdd: () => void;
  onAddMany: () => void;
  onCopy: () => void;
}

/** Search, filter, actions on the selected signatories, and adding more. */
export function SignatoriesToolbar(props: SignatoriesToolbarProps) {
  const { field } = props;
  const mayEdit = useMayEdit();
  return (
    <Toolbar label={TOOLBAR.name}>
      <SearchField
        ref={field}
        label={TOOLBAR.search}
        placeholder={TOOLBAR.searchShort}
        shortcut="/"
        value={props.text}
        onText={props.onText}
      />
      <Select label={TOOLBAR.filter} options={FILTERS} value={props.filter} onChoose={props.onFilter} />
      <span role="status" className={styles.count}>
        {SIGNATORIES.shown(props.shown, props.total)}
      </span>
      <SelectionTools count={props.chosen} sayOne onClearSelection={props.onClearSelection}>
        <Button
          look="quiet"
          icon={<Trash2 aria-hidden="true" />}
          onClick={props.onDelete}
          aria-label={TOOLBAR.deleteSelected}
        >
          <ButtonText>{TOOLBAR.delete}</ButtonText>
        </Button>
      </SelectionTools>
      {mayEdit ? (
        <ToolbarEnd>
          <IconButton label={DUPLICATE.open} onClick={props.onCopy}>
            <Copy aria-hidden="true" />
          </IconButton>
          <Button
            icon={<ListPlus aria-hidden="true" />}
            aria-label={SIGNATORIES.addMany}
            onClick={props.onAddMany}
          >
            <ButtonText>{SIGNATORIES.addMany}</ButtonText>
          </Button>
          <Button
            look="primary"
            icon={<Plus aria-hidden="true" />}
            aria-label={SIGNATORIES.add}
            onClick={props.onAdd}
          >
            <ButtonText short={SIGNATORIES.addShort}>{SIGNATORIES.add}</ButtonText>
          </Button>
        </ToolbarEnd>
      ) : null}
    </Toolbar>
  );
}

const FILTERS = SIGNATORY_FILTERS.map((filter) => [filter, TOOLBAR.filters[filter]] as const);
