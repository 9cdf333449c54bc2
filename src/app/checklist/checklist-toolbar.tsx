import { memo, useMemo } from 'react';
import ChevronsDownUp from 'lucide-react/icons/chevrons-down-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import CornerDownRight from 'lucide-react/icons/corner-down-right';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FilePlus from 'lucide-react/icons/file-plus';
import Heading from 'lucide-react/icons/heading';
import ListFilter from 'lucide-react/icons/list-filter';
import ListTodo from 'lucide-react/icons/list-todo';
import Keyboard from 'lucide-react/icons/keyboard';
import PanelRight from 'lucide-react/icons/panel-right';
import Printer from 'lucide-react/icons/printer';
import Trash2 from 'lucide-react/icons/trash-2';
import { Button, IconButton } from '../ui/button.tsx';
import { SelectionTools, Toolbar, ToolbarEnd, ButtonText } from '../ui/layout/toolbar.tsx';
import { usePaletteActions, type PaletteAction } from '../palette/palette-store.ts';
import type { ChecklistIntent } from './checklist-keys.ts';
import type { NewKind } from './move/new-place.ts';
import type { RowMenuPlace } from './row/row-menu.tsx';
import { showShortcuts } from '../shortcuts/shortcuts-store.ts';

interface ChecklistToolbarProps {
  chosen: number;
  anyCollapsed: boolean;
  foldable: boolean;
  filtering: boolean;
  /** Whether the details of the active row are shown beside the checklist. */
  details: boolean;
  mayEdit: boolean;
  onIntent: (intent: ChecklistIntent) => void;
  /** What else can be done with the chosen is to be shown there. */
  onMenu: (place: RowMenuPlace) => void;
}

function actionsOf({
  onIntent,
  mayEdit,
}: Pick<ChecklistToolbarProps, 'onIntent' | 'mayEdit'>): PaletteAction[] {
  const add = (kind: NewKind) => () => onIntent({ type: 'add', kind });
  return [
    ...(mayEdit
      ? [
          { id: 'add-header', name: 'Add header', shortcut: 'H', run: add('header') },
          { id: 'add-item', name: 'Add instrument', shortcut: 'I', run: add('item') },
          { id: 'add-task', name: 'Add task', shortcut: 'T', run: add('task') },
        ]
      : []),
    {
      id: 'filter',
      name: 'Filter the checklist',
      shortcut: '/',
      run: () => onIntent({ type: 'toggle-filter' }),
    },
  ];
}

/** What can be done with the checklist and with the chosen rows. A move, which changes nothing here, does not paint it anew. */
export const ChecklistToolbar = memo(function ChecklistToolbar(props: ChecklistToolbarProps) {
  const { chosen, anyCollapsed, mayEdit, onIntent } = props;
  usePaletteActions(useMemo(() => actionsOf({ onIntent, mayEdit }), [onIntent, mayEdit]));
  return (
    <Toolbar label="Checklist">
      {mayEdit ? <EditTools chosen={chosen} onIntent={onIntent} onMenu={props.onMenu} /> : null}
      <ToolbarEnd>
        <IconButton
          label="Filter"
          onClick={() => onIntent({ type: 'toggle-filter' })}
          aria-pressed={props.filtering}
          aria-keyshortcuts="/"
        >
          <ListFilter aria-hidden="true" />
        </IconButton>
        {props.foldable ? (
          <IconButton
            label={anyCollapsed ? 'Expand all' : 'Collapse all'}
            onClick={() => onIntent({ type: 'toggle-folds' })}
          >
            {anyCollapsed ? <ChevronsUpDown aria-hidden="true" /> : <ChevronsDownUp aria-hidden="true" />}
          </IconButton>
        ) : null}
        <IconButton label="Print" onClick={() => window.print()}>
          <Printer aria-hidden="true" />
        </IconButton>
        <IconButton
          label="Details and notes"
          onClick={() => onIntent({ type: 'show-details' })}
          aria-pressed={props.details}
          aria-keyshortcuts="D"
        >
          <PanelRight aria-hidden="true" />
        </IconButton>
        <IconButton label="Keyboard shortcuts" aria-keyshortcuts="?" onClick={() => showShortcuts(true)}>
          <Keyboard aria-hidden="true" />
        </IconButton>
      </ToolbarEnd>
    </Toolbar>
  );
});

/** What changes the checklist. */
function EditTools({
  chosen,
  onIntent,
  onMenu,
}: Pick<ChecklistToolbarProps, 'chosen' | 'onIntent' | 'onMenu'>) {
  return (
    <>
      <Button
        icon={<Heading aria-hidden="true" />}
        onClick={() => onIntent({ type: 'add', kind: 'header' })}
        aria-label="Add header"
        aria-keyshortcuts="H"
      >
        <ButtonText short="Header">Add header</ButtonText>
      </Button>
      <Button
        icon={<FilePlus aria-hidden="true" />}
        onClick={() => onIntent({ type: 'add', kind: 'item' })}
        aria-label="Add instrument"
        aria-keyshortcuts="I"
      >
        <ButtonText short="Instrument">Add instrument</ButtonText>
      </Button>
      <Button
        icon={<ListTodo aria-hidden="true" />}
        onClick={() => onIntent({ type: 'add', kind: 'task' })}
        aria-label="Add task"
        aria-keyshortcuts="T"
      >
        <ButtonText short="Task">Add task</ButtonText>
      </Button>
      <SelectionTools count={chosen} onClearSelection={() => onIntent({ type: 'choose-none' })}>
        <Button
          look="quiet"
          icon={<CornerDownRight aria-hidden="true" />}
          onClick={() => onIntent({ type: 'move-to' })}
          aria-label="Move to…"
          aria-keyshortcuts="M"
        >
          <ButtonText>Move to…</ButtonText>
        </Button>
        <Button
          look="quiet"
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => onIntent({ type: 'delete' })}
          aria-label="Delete"
        >
          <ButtonText>Delete</ButtonText>
        </Button>
        <IconButton
          label="More"
          aria-haspopup="menu"
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            onMenu({ x: left, y: bottom });
          }}
        >
          <Ellipsis aria-hidden="true" />
        </IconButton>
      </SelectionTools>
    </>
  );
}
