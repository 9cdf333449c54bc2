import { useRef, useState } from 'react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { pushToast } from '../../toasts/toast-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Tooltip } from '../../ui/overlay/tooltip.tsx';
import { MenuPopover } from '../../ui/overlay/menu-popover.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { ModalFrame } from '../../ui/overlay/modal-frame.tsx';
import { PickList } from '../../ui/form/pick-list.tsx';
import { Sample, Samples } from './sample.tsx';
import styles from './styleguide.module.css';

const LEVELS = ['success', 'error', 'info'] as const;

const HEADERS = ['Preliminary documents', 'Principal agreements', 'Ancillary agreements'];

type Opened = 'dialog' | 'frame' | 'question' | 'menu' | null;

export function OverlaySamples() {
  const [opened, setOpened] = useState<Opened>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const close = () => setOpened(null);
  return (
    <Samples>
      <Sample name="dialog with a pick list">
        <Button onClick={() => setOpened('dialog')}>Move to…</Button>
      </Sample>
      <Sample name="dialog without a title">
        <Button onClick={() => setOpened('frame')}>Go to…</Button>
      </Sample>
      <Sample name="confirmation">
        <Button onClick={() => setOpened('question')}>Delete…</Button>
      </Sample>
      <Sample name="menu">
        <IconButton ref={menu} label="More" aria-haspopup="menu" onClick={() => setOpened('menu')}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      </Sample>
      <Sample name="tooltip">
        <Tooltip content="2 of 3 documents complete.">
          <Button>Hover over me</Button>
        </Tooltip>
      </Sample>
      {LEVELS.map((level) => (
        <Sample key={level} name={`toast: ${level}`}>
          <Button
            onClick={() => pushToast({ id: `sample/${level}`, level, message: 'The checklist is ready.' })}
          >
            Show
          </Button>
        </Sample>
      ))}
      {opened === 'dialog' ? (
        <ModalDialog title="Move to" onClose={close} footer={<Button onClick={close}>Cancel</Button>}>
          <Headers onPick={close} />
        </ModalDialog>
      ) : null}
      {opened === 'frame' ? (
        <ModalFrame label="Go to" onClose={close}>
          <div className={styles.inFrame}>
            <Headers onPick={close} />
          </div>
        </ModalFrame>
      ) : null}
      {opened === 'question' ? (
        <ConfirmDialog title="Delete the header?" confirm="Delete" onConfirm={close} onClose={close}>
          Everything under it will be deleted, too.
        </ConfirmDialog>
      ) : null}
      {opened === 'menu' ? (
        <MenuPopover
          label="More"
          trigger={menu}
          onClose={close}
          entries={[
            { id: 'rename', label: 'Rename', icon: <Pencil aria-hidden="true" />, onChoose: close },
            {
              id: 'delete',
              label: 'Delete',
              icon: <Trash2 aria-hidden="true" />,
              danger: true,
              onChoose: close,
            },
          ]}
        />
      ) : null}
    </Samples>
  );
}

function Headers({ onPick }: { onPick: () => void }) {
  const [text, setText] = useState('');
  const fit = HEADERS.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
  return (
    <PickList
      label="Move to"
      placeholder="Part of a header’s name"
      text={text}
      onText={setText}
      picks={fit.map((name, at) => ({ id: name, text: name, hint: String(at + 1) }))}
      none="No header has that name."
      onPick={onPick}
    />
  );
}
