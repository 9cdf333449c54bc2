import { memo, useMemo } from 'react';
import ChevronsDownUp from 'lucide-react/icons/chevrons-down-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import CornerDownRight from 'lucide-react/icons/corner-down-right';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FilePlus from 'lucide-react/icons/file-plus';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileText from 'lucide-react/icons/file-text';
import Heading from 'lucide-react/icons/heading';
import ListFilter from 'lucide-react/icons/list-filter';
import ListTodo from 'lucide-react/icons/list-todo';
import Keyboard from 'lucide-react/icons/keyboard';
import PanelRight from 'lucide-react/icons/panel-right';
import Printer from 'lucide-react/icons/printer';
import Trash2 from 'lucide-react/icons/trash-2';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import type { RowKind } from '../../contract/rules/checklist/containment.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { SelectionTools, Toolbar, ToolbarEnd, ButtonText } from '../ui/layout/toolbar.tsx';
import { usePaletteActions, type PaletteAction } from '../palette/palette-store.ts';
import { DownloadMenu } from '../documents/download-menu.tsx';
import { DOWNLOAD, TOOLBAR } from './checklist-copy.ts';
import type { ChecklistIntent } from './checklist-keys.ts';
import type { RowMenuPlace } from './row/row-menu.tsx';
import { showShortcuts } from '../shortcuts/shortcuts-store.ts';

interface ChecklistToolbarProps {
  chosen: number;
  anyCollapsed: boolean;
  foldable: boolean;
  filtering: boolean;
  /** Whether the details panel is open. */
  details: boolean;
  mayEdit: boolean;
  onIntent: (intent: ChecklistIntent) => void;
  /** Opens the menu of the selected rows at that position. */
  onMenu: (place: RowMenuPlace) => void;
}

function actionsOf({
  onIntent,
  mayEdit,
}: Pick<ChecklistToolbarProps, 'onIntent' | 'mayEdit'>): PaletteAction[] {
  const add = (kind: RowKind) => () => onIntent({ type: 'add', kind });
  return [
    ...(mayEdit
      ? [
          { id: 'add-header', name: TOOLBAR.add.header, shortcut: 'H', run: add('header') },
          { id: 'add-item', name: TOOLBAR.add.item, shortcut: 'I', run: add('item') },
          { id: 'add-task', name: TOOLBAR.add.task, shortcut: 'T', run: add('task') },
        ]
      : []),
    {
      id: 'filter',
      name: TOOLBAR.filter,
      shortcut: '/',
      run: () => onIntent({ type: 'toggle-filter' }),
    },
  ];
}

/** Actions on the checklist and on the selected rows. Memoized, so that a move does not render it again. */
export const ChecklistToolbar = memo(function ChecklistToolbar(props: ChecklistToolbarProps) {
  const { chosen, anyCollapsed, mayEdit, onIntent } = props;
  usePaletteActions(useMemo(() => actionsOf({ onIntent, mayEdit }), [onIntent, mayEdit]));
  return (
    <Toolbar label={TOOLBAR.name}>
      {mayEdit ? <EditTools chosen={chosen} onIntent={onIntent} onMenu={props.onMenu} /> : null}
      <ToolbarEnd>
        <IconButton
          label={TOOLBAR.filter}
          onClick={() => onIntent({ type: 'toggle-filter' })}
          aria-pressed={props.filtering}
          aria-keyshortcuts="/"
        >
          <ListFilter aria-hidden="true" />
        </IconButton>
        {props.foldable ? (
          <IconButton
            label={anyCollapsed ? TOOLBAR.expandAll : TOOLBAR.collapseAll}
            onClick={() => onIntent({ type: 'toggle-folds' })}
          >
            {anyCollapsed ? <ChevronsUpDown aria-hidden="true" /> : <ChevronsDownUp aria-hidden="true" />}
          </IconButton>
        ) : null}
        <DownloadMenu
          label={TOOLBAR.export}
          entries={(['word', 'excel'] as const).map((as) => ({
            id: as,
            label: DOWNLOAD[as],
            hint: DOWNLOAD.hint,
            icon: as === 'word' ? <FileText aria-hidden="true" /> : <FileSpreadsheet aria-hidden="true" />,
            onChoose: () => onIntent({ type: 'export', as }),
          }))}
        />
        <IconButton label={TOOLBAR.print} onClick={() => window.print()}>
          <Printer aria-hidden="true" />
        </IconButton>
        <IconButton
          label={TOOLBAR.details}
          onClick={() => onIntent({ type: 'show-details' })}
          aria-pressed={props.details}
          aria-keyshortcuts="D"
        >
          <PanelRight aria-hidden="true" />
        </IconButton>
        <IconButton label={TOOLBAR.shortcuts} aria-keyshortcuts="?" onClick={() => showShortcuts(true)}>
          <Keyboard aria-hidden="true" />
        </IconButton>
      </ToolbarEnd>
    </Toolbar>
  );
});

/** Buttons that change the checklist. */
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
        aria-label={TOOLBAR.add.header}
        aria-keyshortcuts="H"
      >
        <ButtonText short={TOOLBAR.addShort.header}>{TOOLBAR.add.header}</ButtonText>
      </Button>
      <Button
        icon={<FilePlus aria-hidden="true" />}
        onClick={() => onIntent({ type: 'add', kind: 'item' })}
        aria-label={TOOLBAR.add.item}
        aria-keyshortcuts="I"
      >
        <ButtonText short={TOOLBAR.addShort.item}>{TOOLBAR.add.item}</ButtonText>
      </Button>
      <Button
        icon={<ListTodo aria-hidden="true" />}
        onClick={() => onIntent({ type: 'add', kind: 'task' })}
        aria-label={TOOLBAR.add.task}
        aria-keyshortcuts="T"
      >
        <ButtonText short={TOOLBAR.addShort.task}>{TOOLBAR.add.task}</ButtonText>
      </Button>
      <SelectionTools count={chosen} onClearSelection={() => onIntent({ type: 'choose-none' })}>
        <Button
          look="quiet"
          icon={<CornerDownRight aria-hidden="true" />}
          onClick={() => onIntent({ type: 'move-to' })}
          aria-label={TOOLBAR.moveTo}
          aria-keyshortcuts="M"
        >
          <ButtonText>{TOOLBAR.moveTo}</ButtonText>
        </Button>
        <Button
          look="quiet"
          icon={<UserRoundCheck aria-hidden="true" />}
          onClick={() => onIntent({ type: 'assign' })}
          aria-label={TOOLBAR.assign}
          aria-haspopup="dialog"
          aria-keyshortcuts="A"
        >
          <ButtonText>{TOOLBAR.assign}</ButtonText>
        </Button>
        <Button
          look="quiet"
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => onIntent({ type: 'delete' })}
          aria-label={TOOLBAR.delete}
        >
          <ButtonText>{TOOLBAR.delete}</ButtonText>
        </Button>
        <IconButton
          label={TOOLBAR.more}
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
