import { useMemo } from 'react';
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
import Trash2 from 'lucide-react/icons/trash-2';
import { Button, IconButton } from '../ui/button.tsx';
import { ChosenTools, Toolbar, ToolbarEnd, Words } from '../ui/toolbar.tsx';
import { usePaletteActions, type PaletteAction } from '../palette/palette-store.ts';
import type { RowMenuPlace } from './row-menu.tsx';
import { showShortcuts } from '../shortcuts/shortcuts-store.ts';
import { useLatest } from './use-latest.ts';

interface ChecklistToolbarProps {
  chosen: number;
  anyCollapsed: boolean;
  foldable: boolean;
  onAddHeader: () => void;
  onAddInstrument: () => void;
  onAddTask: () => void;
  onDelete: () => void;
  onMoveTo: () => void;
  /** What else can be done with the chosen is to be shown there. */
  onMenu: (place: RowMenuPlace) => void;
  filtering: boolean;
  onFilter: () => void;
  onChooseNone: () => void;
  onFoldAll: () => void;
  /** Whether the details of the active row are shown beside the checklist. */
  details: boolean;
  onDetails: () => void;
}

type Acts = Pick<ChecklistToolbarProps, 'onAddHeader' | 'onAddInstrument' | 'onAddTask' | 'onFilter'>;

function actionsOf(latest: { current: Acts }): PaletteAction[] {
  return [
    { id: 'add-header', name: 'Add header', shortcut: 'H', run: () => latest.current.onAddHeader() },
    { id: 'add-item', name: 'Add instrument', shortcut: 'I', run: () => latest.current.onAddInstrument() },
    { id: 'add-task', name: 'Add task', shortcut: 'T', run: () => latest.current.onAddTask() },
    { id: 'filter', name: 'Filter the checklist', shortcut: '/', run: () => latest.current.onFilter() },
  ];
}

/** What can be done with the checklist and with the chosen rows. */
export function ChecklistToolbar(props: ChecklistToolbarProps) {
  const { chosen, anyCollapsed, onAddHeader, onAddInstrument, onAddTask, onFilter } = props;
  const latest = useLatest({ onAddHeader, onAddInstrument, onAddTask, onFilter });
  usePaletteActions(useMemo(() => actionsOf(latest), [latest]));
  return (
    <Toolbar label="Checklist">
      <Button
        icon={<Heading aria-hidden="true" />}
        onClick={props.onAddHeader}
        aria-label="Add header"
        aria-keyshortcuts="H"
      >
        <Words short="Header">Add header</Words>
      </Button>
      <Button
        icon={<FilePlus aria-hidden="true" />}
        onClick={props.onAddInstrument}
        aria-label="Add instrument"
        aria-keyshortcuts="I"
      >
        <Words short="Instrument">Add instrument</Words>
      </Button>
      <Button
        icon={<ListTodo aria-hidden="true" />}
        onClick={props.onAddTask}
        aria-label="Add task"
        aria-keyshortcuts="T"
      >
        <Words short="Task">Add task</Words>
      </Button>
      <ChosenTools count={chosen} onChooseNone={props.onChooseNone}>
        <Button
          look="quiet"
          icon={<CornerDownRight aria-hidden="true" />}
          onClick={props.onMoveTo}
          aria-label="Move to…"
          aria-keyshortcuts="M"
        >
          <Words>Move to…</Words>
        </Button>
        <Button
          look="quiet"
          icon={<Trash2 aria-hidden="true" />}
          onClick={props.onDelete}
          aria-label="Delete"
        >
          <Words>Delete</Words>
        </Button>
        <IconButton
          label="More"
          aria-haspopup="menu"
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            props.onMenu({ x: left, y: bottom });
          }}
        >
          <Ellipsis aria-hidden="true" />
        </IconButton>
      </ChosenTools>
      <ToolbarEnd>
        <IconButton
          label="Filter"
          onClick={props.onFilter}
          aria-pressed={props.filtering}
          aria-keyshortcuts="/"
        >
          <ListFilter aria-hidden="true" />
        </IconButton>
        {props.foldable ? (
          <IconButton label={anyCollapsed ? 'Expand all' : 'Collapse all'} onClick={props.onFoldAll}>
            {anyCollapsed ? <ChevronsUpDown aria-hidden="true" /> : <ChevronsDownUp aria-hidden="true" />}
          </IconButton>
        ) : null}
        <IconButton
          label="Details and notes"
          onClick={props.onDetails}
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
}
