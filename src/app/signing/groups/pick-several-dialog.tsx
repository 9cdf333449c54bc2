import { useState, type ReactNode } from 'react';
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import { Button } from '../../ui/button.tsx';
import { PickList, type Pick } from '../../ui/form/pick-list.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { PICKING } from './groups-copy.ts';
import styles from './pick-several-dialog.module.css';

/** The most options listed at once. */
const LISTED = 100;

interface PickSeveralDialogProps {
  title: string;
  label: string;
  placeholder: string;
  options: readonly Pick[];
  /** Shown if there are no options at all. */
  none: string;
  /** Shown below the options. */
  note?: string | null;
  /** What the selected options will do. Shown below the list, before the user confirms. */
  renderPreview?: (ids: readonly string[]) => ReactNode;
  /** The label of the confirming button. */
  confirm: (count: number) => string;
  onPick: (ids: string[]) => void;
  onClose: () => void;
}

/** Lets the user pick items from a list with a search field. Enter picks an item, or removes it from the picks. */
export function PickSeveralDialog({
  title,
  label,
  placeholder,
  options,
  none,
  note = null,
  renderPreview,
  confirm,
  onPick,
  onClose,
}: PickSeveralDialogProps) {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const wanted = text.trim().toLowerCase();
  const matches = options.filter((each) => `${each.text} ${each.hint ?? ''}`.toLowerCase().includes(wanted));
  const hidden = matches.length - LISTED;
  const pick = (ids: readonly string[], isPicked: boolean) => {
    const next = new Set(picked);
    for (const id of ids) {
      if (isPicked) next.add(id);
      else next.delete(id);
    }
    setPicked(next);
  };
  const chosen = options.flatMap(({ id }) => (picked.has(id) ? id : []));
  const isAllPicked = matches.every(({ id }) => picked.has(id));
  return (
    <ModalDialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{PICKING.cancel}</Button>
          <Button
            look="primary"
            disabled={picked.size === 0}
            onClick={() => {
              onClose();
              onPick(chosen);
            }}
          >
            {confirm(picked.size)}
          </Button>
        </>
      }
    >
      <PickList
        label={label}
        placeholder={placeholder}
        text={text}
        onText={setText}
        picks={matches.slice(0, LISTED).map((each) => optionOf(each, picked.has(each.id)))}
        none={options.length === 0 ? none : PICKING.noMatch}
        note={hidden > 0 ? PICKING.more(hidden) : note}
        onPick={(id) => pick([id], !picked.has(id))}
      />
      {matches.length > 1 ? (
        <Button
          look="quiet"
          className={styles.all}
          onClick={() =>
            pick(
              matches.map(({ id }) => id),
              !isAllPicked,
            )
          }
        >
          {(isAllPicked ? PICKING.unselectAll : PICKING.selectAll)(matches.length, wanted !== '')}
        </Button>
      ) : null}
      {renderPreview && chosen.length > 0 ? (
        <div className={styles.preview}>{renderPreview(chosen)}</div>
      ) : null}
    </ModalDialog>
  );
}

function optionOf(option: Pick, isPicked: boolean): Pick {
  return {
    ...option,
    icon: isPicked ? <Check aria-hidden="true" /> : <Plus aria-hidden="true" />,
    ...(isPicked && { hint: PICKING.selected }),
  };
}
