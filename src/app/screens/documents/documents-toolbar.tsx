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
import { STANDINGS, type PlacedDocument, type Standing } from './arrange-documents.ts';
import type { Layout } from './use-layout-choice.ts';

interface DocumentsToolbarProps {
  words: string;
  standing: Standing;
  layout: Layout;
  chosen: readonly PlacedDocument[];
  field: Ref<HTMLInputElement>;
  upload: ReactNode;
  onWords: (words: string) => void;
  onStanding: (standing: Standing) => void;
  onLayout: (layout: Layout) => void;
  onSign: (signingType: SigningType) => void;
  onDelete: () => void;
  onClearSelection: () => void;
}

/** Finds documents, lays them out, and does with several at once what is done with one. */
export function DocumentsToolbar(props: DocumentsToolbarProps) {
  const { chosen, layout, field } = props;
  const [first] = chosen;
  const common = chosen.every((each) => each.signingType === first?.signingType)
    ? first?.signingType
    : undefined;
  return (
    <Toolbar label="Documents">
      <SearchField
        ref={field}
        label="Search documents"
        placeholder="Search"
        shortcut="/"
        value={props.words}
        onText={props.onWords}
      />
      <Select label="Show" options={standings} value={props.standing} onChoose={props.onStanding} />
      <SelectionTools count={chosen.length} sayOne onClearSelection={props.onClearSelection}>
        <SigningTypeChoice
          label="Signing type of the selected documents"
          value={common}
          onChange={props.onSign}
        />
        <Button
          look="quiet"
          icon={<Trash2 aria-hidden="true" />}
          onClick={props.onDelete}
          aria-label="Delete selected"
        >
          <ButtonText>Delete</ButtonText>
        </Button>
      </SelectionTools>
      <ToolbarEnd>
        <IconButton label="As a list" aria-pressed={layout === 'list'} onClick={() => props.onLayout('list')}>
          <List aria-hidden="true" />
        </IconButton>
        <IconButton label="As a grid" aria-pressed={layout === 'grid'} onClick={() => props.onLayout('grid')}>
          <LayoutGrid aria-hidden="true" />
        </IconButton>
        {props.upload}
      </ToolbarEnd>
    </Toolbar>
  );
}

const standings = (['all', 'ready', 'converting', 'failed', 'queued'] as const).map(
  (standing): readonly [Standing, string] => [standing, STANDINGS[standing]],
);
