import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { PageBlock } from '../../../contract/entities/signing/signature-page-design.ts';
import { moveInRows, moveOnGrid } from '../../../contract/rules/signature-page/move-block.ts';
import type { LoadedFonts } from '../../../contract/rules/signature-page/page-fonts.ts';
import type { BlockBox, Sheet } from '../../../contract/rules/signature-page/sheet.ts';
import { EDITOR } from '../gallery/pages-copy.ts';
import { UnstyledButton } from '../../ui/button.tsx';
import { SheetPicture } from '../paint-svg.tsx';
import { blockName } from './block-name.ts';
import styles from './page-editor.module.css';

interface SheetStageProps {
  sheet: Sheet;
  fonts: LoadedFonts;
  label: string;
  blocks: readonly PageBlock[];
  selected: string | null;
  onSelect: (block: string) => void;
  /** Null if the user can't edit. */
  onEdit: ((put: PageBlock[]) => void) | null;
  announce: (text: string) => void;
}

interface Drag {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

const NO_CODES = new Map<string, never>();
const COLUMNS = 12;
/** A press that moves less than this is a click, px. */
const SLOP = 6;

/** A sheet on which blocks are selected and moved with the pointer and the keyboard. */
export function SheetStage(props: SheetStageProps) {
  const { sheet, fonts, label, blocks, selected, onSelect, onEdit, announce } = props;
  const stage = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  const move = (id: string, { columns = 0, wider = 0, rows = 0 }) => {
    const block = blocks.find((each) => each.id === id);
    if (!block || !onEdit) return;
    const moved = moveInRows(blocks, id, rows);
    const grid = moveOnGrid((moved.find((each) => each.id === id) ?? block).grid, { columns, wider });
    const isMoved = grid.x !== block.grid.x || grid.w !== block.grid.w || grid.y !== block.grid.y;
    if (!isMoved) return;
    onEdit([...moved.filter((each) => each.id !== id), { ...block, grid }]);
    announce(EDITOR.moved(blockName(block.kind), grid.x + 1, grid.x + grid.w));
  };
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const rows = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if ((step === undefined && rows === undefined) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (rows !== undefined) move(id, { rows });
    else if (step !== undefined) move(id, event.shiftKey ? { wider: step } : { columns: step });
  };
  const begin = (event: PointerEvent<HTMLButtonElement>, id: string) => {
    onSelect(id);
    if (!onEdit || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ id, x: event.clientX, y: event.clientY, dx: 0, dy: 0 });
  };
  const end = () => {
    setDrag(null);
    const scale = (stage.current?.clientWidth ?? 0) / sheet.width;
    if (!drag || scale === 0 || Math.hypot(drag.dx, drag.dy) < SLOP) return;
    const [dx, dy] = [drag.dx / scale, drag.dy / scale];
    move(drag.id, {
      columns: Math.round(dx / (columnsWidth(sheet) / COLUMNS)),
      rows: rowsPassed(sheet.blocks, drag.id, dy),
    });
  };
  return (
    <div ref={stage} className={styles.stage}>
      <SheetPicture sheet={sheet} fonts={fonts} codes={NO_CODES} label={label} />
      {sheet.blocks.map((box, at) => (
        <UnstyledButton
          key={`${box.block} ${at}`}
          className={styles.block}
          aria-label={blockName(box.kind)}
          aria-pressed={box.block === selected}
          style={{
            left: `${(box.x / sheet.width) * 100}%`,
            top: `${(box.y / sheet.height) * 100}%`,
            width: `${(box.width / sheet.width) * 100}%`,
            height: `${(box.height / sheet.height) * 100}%`,
            transform: drag?.id === box.block ? `translate(${drag.dx}px, ${drag.dy}px)` : undefined,
          }}
          onClick={() => onSelect(box.block)}
          onKeyDown={(event) => onKeyDown(event, box.block)}
          onPointerDown={(event) => begin(event, box.block)}
          onPointerMove={(event) => {
            if (drag) setDrag({ ...drag, dx: event.clientX - drag.x, dy: event.clientY - drag.y });
          }}
          onPointerUp={end}
          onPointerCancel={() => setDrag(null)}
        />
      ))}
    </div>
  );
}

/** The width between the margins, taken from the sheet's widest block. */
function columnsWidth(sheet: Sheet): number {
  return Math.max(sheet.width / 2, ...sheet.blocks.map(({ width }) => width));
}

/** How many blocks a block was dragged past, counting those whose middle it crossed. */
function rowsPassed(boxes: readonly BlockBox[], id: string, dy: number): number {
  const own = boxes.find(({ block }) => block === id);
  if (!own) return 0;
  const middle = ({ y, height }: BlockBox) => y + height / 2;
  const passed = boxes.filter(
    (box) =>
      box.block !== id &&
      box.kind !== 'footer' &&
      (dy > 0
        ? middle(box) > middle(own) && middle(box) < own.y + own.height + dy
        : middle(box) < middle(own) && middle(box) > own.y + dy),
  );
  return Math.sign(dy) * new Set(passed.map(({ block }) => block)).size;
}
