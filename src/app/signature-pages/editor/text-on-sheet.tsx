import { useLayoutEffect, useRef, type ClipboardEvent, type CSSProperties, type KeyboardEvent } from 'react';
import type {
  FooterBlock,
  Paragraph,
  SignaturePageDesign,
  TextBlock,
} from '../../../contract/entities/signing/signature-page-design.ts';
import type { LoadedFonts } from '../../../contract/rules/signature-page/layout/page-fonts.ts';
import type { BlockBox } from '../../../contract/rules/signature-page/layout/sheet.ts';
import { blockName } from './block-name.ts';
import {
  insertPlainText,
  putCaret,
  readEditable,
  setUpEditing,
  writeEditable,
  type Caret,
} from './editable-text.ts';
import { webFontFamily } from './web-font.ts';
import styles from './page-editor.module.css';

interface TextOnSheetProps {
  block: TextBlock | FooterBlock;
  box: BlockBox;
  /** The width of the sheet, in points. */
  sheetWidth: number;
  design: SignaturePageDesign;
  fonts: LoadedFonts;
  caret: Caret;
  onType: (content: Paragraph[]) => void;
  /** Called when the user leaves the text. */
  onDone: (end: { keep: boolean; focus: boolean }) => void;
}

/** Edits the text of a block where it is printed, in its font, size and column. */
export function TextOnSheet(props: TextOnSheetProps) {
  const { block, box, sheetWidth, design, fonts, caret, onType, onDone } = props;
  const root = useRef<HTMLDivElement>(null);
  const opening = useRef({ content: block.content, caret });
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    writeEditable(element, opening.current.content);
    element.focus({ preventScroll: true });
    setUpEditing();
    putCaret(element, opening.current.caret);
  }, []);
  const onInput = () => {
    const element = root.current;
    if (!element) return;
    // When everything is deleted, some browsers delete the paragraph as well.
    if (element.children.length === 0) {
      writeEditable(element, [element.textContent ?? '']);
      putCaret(element, 'end');
    }
    onType(readEditable(element));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An Enter that ends the composition of a character belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    const isEnd = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (event.key !== 'Escape' && !isEnd) return;
    event.preventDefault();
    event.stopPropagation();
    onDone({ keep: isEnd, focus: true });
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    insertPlainText(event.clipboardData.getData('text/plain'));
  };
  const points = (length: number) => `calc(100cqw * ${length / sheetWidth})`;
  const { ascent, descent, lineGap } = fonts.metrics(fonts.faceFor(design.font, false, false));
  const place: CSSProperties & Record<`--${string}`, string> = {
    '--size': points(design.font_size),
    left: points(box.x),
    top: points(box.y),
    width: points(box.width),
    minHeight: points(box.height),
    fontFamily: webFontFamily(design.font),
    lineHeight: (ascent + descent + lineGap) / 1000,
    textAlign: block.text_align,
  };
  return (
    <div
      ref={root}
      className={styles.text}
      style={place}
      role="textbox"
      aria-multiline="true"
      aria-label={blockName(block.kind)}
      contentEditable
      suppressContentEditableWarning
      spellCheck
      dir="auto"
      tabIndex={0}
      onInput={onInput}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onDrop={(event) => event.preventDefault()}
      onBlur={() => onDone({ keep: true, focus: false })}
    />
  );
}
