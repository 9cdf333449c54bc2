import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode, Ref } from 'react';
import type { SigningType } from '../../../contract/rules/documents/upload-checks.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { SelectionTools, Toolbar, ToolbarEnd, ButtonText } from '../../ui/layout/toolbar.tsx';
import { SigningTypeChoice } from '../../upload-queue/signing-type-choice.tsx';
import { STATUS_FILTERS, type PlacedDocument, type StatusFilter } from './arrange-documents.ts';
import { TOOLBAR } from './documents-copy.ts';
import type { Layout } from './use-layout-choice.ts';

interface DocumentsToolbarProps {
  text: string;
  status: StatusFilter;
  layout: Layout;
  chosen: readonly PlacedDocument[];
  field: Ref<HTMLInputElement>;
  upload: ReactNode;
  onText: (text: string) => void;
  onStatus: (status: StatusFilter) => void;
  onLayout: (layout: Layout) => void;
  onSign: (signingType: SigningType) => void;
  onDelete: () => void;
  onClearSelection: () => void;
}

/** Search, layout, and actions on the selected documents. */
export function DocumentsToolbar(props: DocumentsToolbarProps) {
  const { chosen, layout, field } = props;
  const [first] = chosen;
  const common = chosen.every((each) => each.signingType === first?.signingType)
    ? first?.signingType
    : undefined;
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
      <Select label={TOOLBAR.show} options={filters} value={props.status} onChoose={props.onStatus} />
      <SelectionTools count={chosen.length} sayOne onClearSelection={props.onClearSelection}>
        <SigningTypeChoice label={TOOLBAR.signingType} value={common} onChange={props.onSign} />
        <Button
          look="quiet"
          icon={<Trash2 aria-hidden="true" />}
          onClick={props.onDelete}
          aria-label={TOOLBAR.deleteSelected}
        >
          <ButtonText>{TOOLBAR.delete}</ButtonText>
        </Button>
      </SelectionTools>
      <ToolbarEnd>
        <IconButton
          label={TOOLBAR.asList}
          aria-pressed={layout === 'list'}
          onClick={() => props.onLayout('list')}
        >
          <List aria-hidden="true" />
        </IconButton>
        <IconButton
          label={TOOLBAR.asGrid}
          aria-pressed={layout === 'grid'}
          onClick={() => props.onLayout('grid')}
        >
          <LayoutGrid aria-hidden="true" />
        </IconButton>
        {props.upload}
      </ToolbarEnd>
    </Toolbar>
  );
}

const filters = STATUS_FILTERS.map((filter) => [filter, TOOLBAR.filters[filter]] as const);
