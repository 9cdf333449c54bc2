import ChevronsDownUp from 'lucide-react/icons/chevrons-down-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import FilePlus from 'lucide-react/icons/file-plus';
import Heading from 'lucide-react/icons/heading';
import ListTodo from 'lucide-react/icons/list-todo';
import Keyboard from 'lucide-react/icons/keyboard';
import PanelRight from 'lucide-react/icons/panel-right';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { Button, IconButton } from '../parts/button.tsx';
import styles from './checklist-toolbar.module.css';

interface ChecklistToolbarProps {
  chosen: number;
  anyCollapsed: boolean;
  foldable: boolean;
  onAddHeader: () => void;
  onAddInstrument: () => void;
  onAddTask: () => void;
  onDelete: () => void;
  onChooseNone: () => void;
  onFoldAll: () => void;
  /** Whether the details of the active row are shown beside the checklist. */
  details: boolean;
  onDetails: () => void;
  onShortcuts: () => void;
}

/** What can be done with the checklist and with the chosen rows. */
export function ChecklistToolbar(props: ChecklistToolbarProps) {
  const { chosen, anyCollapsed } = props;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Checklist">
      <Button
        icon={<Heading aria-hidden="true" />}
        onClick={props.onAddHeader}
        aria-label="Add header"
        aria-keyshortcuts="H"
      >
        <span className={styles.long}>Add header</span>
        <span className={styles.short}>Header</span>
      </Button>
      <Button
        icon={<FilePlus aria-hidden="true" />}
        onClick={props.onAddInstrument}
        aria-label="Add instrument"
        aria-keyshortcuts="I"
      >
        <span className={styles.long}>Add instrument</span>
        <span className={styles.short}>Instrument</span>
      </Button>
      <Button
        icon={<ListTodo aria-hidden="true" />}
        onClick={props.onAddTask}
        aria-label="Add task"
        aria-keyshortcuts="T"
      >
        <span className={styles.long}>Add task</span>
        <span className={styles.short}>Task</span>
      </Button>
      {chosen > 1 ? (
        <span className={styles.chosen}>
          <span className={styles.count}>{chosen} selected</span>
          <Button
            look="quiet"
            icon={<Trash2 aria-hidden="true" />}
            onClick={props.onDelete}
            aria-label="Delete"
          >
            <span className={styles.long}>Delete</span>
          </Button>
          <IconButton label="Clear selection" onClick={props.onChooseNone}>
            <X aria-hidden="true" />
          </IconButton>
        </span>
      ) : null}
      {chosen === 1 ? (
        <span className={styles.chosen}>
          <Button
            look="quiet"
            icon={<Trash2 aria-hidden="true" />}
            onClick={props.onDelete}
            aria-label="Delete"
          >
            <span className={styles.long}>Delete</span>
          </Button>
        </span>
      ) : null}
      <span className={styles.end}>
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
        <IconButton label="Keyboard shortcuts" onClick={props.onShortcuts}>
          <Keyboard aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  );
}
