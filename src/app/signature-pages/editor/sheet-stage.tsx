import { useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import GripVertical from 'lucide-react/icons/grip-vertical';
import type { PageBlock } from '../../../contract/entities/signing/signature-page-design.ts';
import {
  moveEdge,
  moveOnGrid,
  resizeBlock,
  stepInRows,
} from '../../../contract/rules/signature-page/design/place-block.ts';
import type { LoadedFonts } from '../../../contract/rules/signature-page/layout/page-fonts.ts';
import type { Frame } from '../../../contract/rules/signature-page/layout/sheet-frame.ts';
import type { BlockBox, Sheet } from '../../../contract/rules/signature-page/layout/sheet.ts';
import { UnstyledButton } from '../../ui/button.tsx';
import { EDITOR } from '../gallery/pages-copy.ts';
import { SheetPicture } from '../paint-svg.tsx';
import { blockName } from './block-name.ts';
import type { Area } from './drop-place.ts';
import type { Caret } from './editable-text.ts';
import { useBlockDrag } from './use-block-drag.ts';
import { isText } from './use-text-editing.ts';
import styles from './page-editor.module.css';

interface SheetStageProps {
  sheet: Sheet;
  fonts: LoadedFonts;
  label: string;
  frame: Frame;
  blocks: readonly PageBlock[];
  selected: string | null;
  onSelect: (block: string) => void;
  /** Null if the user can't edit. */
  onEdit: ((put: PageBlock[]) => void) | null;
  onOpenText: (block: string, caret: Caret) => void;
  /** The block whose text is being edited on this sheet. */
  edited: string | null;
  announce: (text: string) => void;
  /** The text that is being edited. */
  children: ReactNode;
}

const NO_CODES = new Map<string, never>();
const COLUMNS = 12;
/** The space between two columns of the displayed grid, in points. */
const COLUMN_GAP = 3;
const EDGES = ['left', 'right'] as const;

/** A sheet on which blocks are selected, moved and resized with the pointer and the keyboard. */
export function SheetStage(props: SheetStageProps) {
  const { sheet, fonts, label, frame, blocks, selected, onSelect, onEdit, onOpenText, edited, announce } =
    props;
  const stage = useRef<HTMLDivElement>(null);
  const wasDragged = useRef(false);
  const say = ({ kind, grid }: PageBlock) =>
    announce(EDITOR.moved(blockName(kind), grid.x + 1, Math.min(COLUMNS, grid.x + grid.w)));
  const drag = useBlockDrag({ stage, sheet, frame, blocks, onEdit, onMoved: say });

  const texts = new Set(blocks.filter(isText).map(({ id }) => id));
  const put = (id: string, changed: PageBlock[]) => {
    if (!onEdit || changed.length === 0) return;
    onEdit(changed);
    const block = changed.find((each) => each.id === id);
    if (block) say(block);
  };
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    if (event.key === 'Escape') drag.cancel();
    const block = blocks.find((each) => each.id === id);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const rows = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    if ((step === undefined && rows === undefined) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!block) return;
    if (step !== undefined) {
      const change = event.shiftKey ? { columns: 0, wider: step } : { columns: step, wider: 0 };
      put(id, resizeBlock(blocks, id, moveOnGrid(block.grid, change)));
    } else if (rows !== undefined) {
      const isTaller = event.shiftKey && block.kind !== 'footer';
      put(
        id,
        isTaller
          ? resizeBlock(blocks, id, moveEdge(block.grid, 'bottom', rows))
          : stepInRows(blocks, id, rows),
      );
    }
  };
  const onClick = (event: MouseEvent, id: string) => {
    // A click by keyboard never ends a drag.
    if (wasDragged.current && event.detail !== 0) return;
    onSelect(id);
    // A click by keyboard has no position on the sheet.
    if (onEdit && texts.has(id))
      onOpenText(id, event.detail === 0 ? 'end' : { x: event.clientX, y: event.clientY });
  };
  const handles = {
    onPointerMove: drag.move,
    onPointerUp: () => {
      wasDragged.current = drag.end();
    },
    onPointerCancel: drag.cancel,
  };
  const firstOf = (id: string) => sheet.blocks.find(({ block }) => block === id);
  const frameOfSelected = onEdit && selected !== null && edited !== selected ? firstOf(selected) : undefined;
  return (
    <div ref={stage} className={styles.stage}>
      <SheetPicture sheet={sheet} fonts={fonts} codes={NO_CODES} label={label} />
      {drag.mark ? <GridColumns frame={frame} sheet={sheet} /> : null}
      {sheet.blocks.map((box, at) =>
        box.block === edited ? null : (
          <UnstyledButton
            key={`${box.block} ${at}`}
            className={styles.block}
            data-block={box.block}
            data-text={onEdit !== null && texts.has(box.block) ? '' : undefined}
            aria-label={blockName(box.kind)}
            aria-pressed={box.block === selected}
            style={areaStyle(drag.moving?.id === box.block ? movedBy(box, drag.moving) : box, sheet)}
            onClick={(event) => onClick(event, box.block)}
            onKeyDown={(event) => onKeyDown(event, box.block)}
            onPointerDown={(event) => {
              wasDragged.current = false;
              drag.begin(event, box.block);
            }}
            {...handles}
          />
        ),
      )}
      {frameOfSelected ? (
        <div
          className={styles.frame}
          data-moving={drag.moving ? '' : undefined}
          style={areaStyle(frameOfSelected, sheet)}
          aria-hidden="true"
        >
          <span
            className={styles.grip}
            onPointerDown={(event) => drag.begin(event, frameOfSelected.block)}
            {...handles}
          >
            <GripVertical />
          </span>
          {[...EDGES, ...(frameOfSelected.kind === 'footer' ? [] : (['bottom'] as const))].map((edge) => (
            <span
              key={edge}
              className={styles.edge}
              data-edge={edge}
              onPointerDown={(event) => drag.begin(event, frameOfSelected.block, edge)}
              {...handles}
            />
          ))}
        </div>
      ) : null}
      {props.children}
      {drag.mark ? (
        <div
          className={drag.mark.width === 0 || drag.mark.height === 0 ? styles.dropLine : styles.dropArea}
          style={areaStyle(drag.mark, sheet)}
        />
      ) : null}
    </div>
  );
}

/** The columns of the grid, while a block is dragged. */
function GridColumns({ frame, sheet }: { frame: Frame; sheet: Sheet }) {
  const width = (frame.right - frame.left) / COLUMNS;
  const [y, height] = [frame.top, frame.bottom - frame.top];
  return Array.from({ length: COLUMNS }, (_, at) => {
    const area = { x: frame.left + at * width + COLUMN_GAP / 2, y, width: width - COLUMN_GAP, height };
    return <div key={at} className={styles.column} style={areaStyle(area, sheet)} />;
  });
}

function movedBy(box: BlockBox, { dx, dy }: { dx: number; dy: number }): Area {
  return { ...box, x: box.x + dx, y: box.y + dy };
}

function areaStyle({ x, y, width, height }: Area, sheet: Sheet) {
  return {
    left: `${(x / sheet.width) * 100}%`,
    top: `${(y / sheet.height) * 100}%`,
    width: `${(width / sheet.width) * 100}%`,
    height: `${(height / sheet.height) * 100}%`,
  };
}
