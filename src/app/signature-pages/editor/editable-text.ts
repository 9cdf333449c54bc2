import type { Paragraph } from '../../../contract/entities/signing/signature-page-design.ts';
import {
  paragraphOf,
  piecesOf,
  type Piece,
} from '../../../contract/rules/signature-page/design/page-text.ts';

// Text that is edited on the sheet: paragraphs of styled pieces, as elements in an editable element.

export type Mark = 'bold' | 'italic' | 'underline';

const TAGS = { bold: 'b', italic: 'i', underline: 'u' } as const;
const MARKS = ['bold', 'italic', 'underline'] as const;
type Style = Pick<Piece, Mark>;

const PLAIN: Style = { bold: false, italic: false, underline: false };
const PARAGRAPHS = 'p, div, li, h1, h2, h3, h4, h5, h6';

/** Replaces the content of an element with paragraphs. */
export function writeEditable(root: HTMLElement, content: readonly Paragraph[]): void {
  const paragraphs = content.map((paragraph) => {
    const element = document.createElement('p');
    element.append(...piecesOf(paragraph).flatMap(nodesOf));
    if (element.childNodes.length === 0) element.append(document.createElement('br'));
    return element;
  });
  root.replaceChildren(...paragraphs);
}

function nodesOf(piece: Piece): Node[] {
  const lines = piece.text === '' ? [] : piece.text.split('\n');
  return lines.flatMap((line, at) => {
    const inner = MARKS.filter((mark) => piece[mark]).reduce<Node>((node, mark) => {
      const element = document.createElement(TAGS[mark]);
      element.append(node);
      return element;
    }, document.createTextNode(line));
    return at > 0 ? [document.createElement('br'), inner] : [inner];
  });
}

/** Returns the content of an element as paragraphs. */
export function readEditable(root: HTMLElement): Paragraph[] {
  const paragraphs: Piece[][] = [];
  let isOpen = false;
  const add = (piece: Piece) => {
    if (!isOpen) paragraphs.push([]);
    isOpen = true;
    paragraphs.at(-1)?.push(piece);
  };
  const read = (node: Node, style: Style): void => {
    if (node.nodeType === Node.TEXT_NODE) add({ text: node.textContent ?? '', ...style });
    if (!(node instanceof HTMLElement)) return;
    if (node.tagName === 'BR') add({ text: '\n', ...style });
    else if (node.matches(PARAGRAPHS)) {
      isOpen = false;
      add({ text: '', ...style });
      for (const child of node.childNodes) read(child, style);
      isOpen = false;
    } else for (const child of node.childNodes) read(child, styleIn(node, style));
  };
  for (const child of root.childNodes) read(child, PLAIN);
  return paragraphs.map((pieces) => paragraphOf(withoutLastBreak(pieces)));
}

/** The browser shows no line after a line break at the end of an element, so that break is not part of the text. */
function withoutLastBreak(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.at(-1);
  return last?.text === '\n' ? pieces.slice(0, -1) : pieces;
}

function styleIn(element: HTMLElement, style: Style): Style {
  const { fontWeight, fontStyle, textDecorationLine } = element.style;
  return {
    bold: style.bold || element.matches('b, strong') || Number(fontWeight) >= 600 || fontWeight === 'bold',
    italic: style.italic || element.matches('i, em') || fontStyle === 'italic',
    underline: style.underline || element.matches('u') || textDecorationLine.includes('underline'),
  };
}

/** Turns bold, italics or underlining on or off for the selected text. */
export function toggleMark(mark: Mark): void {
  execute(mark);
}

/** Returns whether the selected text has the style. */
export function hasMark(mark: Mark): boolean {
  return document.queryCommandState(mark);
}

/** Replaces the selection with plain text. The browser can undo it. */
export function insertPlainText(text: string): void {
  execute('insertText', text);
}

/** Makes Enter start a new paragraph, and makes the browser apply styles as elements. */
export function setUpEditing(): void {
  execute('defaultParagraphSeparator', 'p');
  execute('styleWithCSS', 'false');
}

/** `execCommand` is deprecated, but every browser has it, and nothing else works with the browser's own undo. */
function execute(command: string, value?: string): void {
  document.execCommand(command, false, value);
}

/** Where editing starts: at a point of the window, at the end, or with all text selected. */
export type Caret = { readonly x: number; readonly y: number } | 'end' | 'all';

export function putCaret(root: HTMLElement, caret: Caret): void {
  const selection = getSelection();
  if (!selection) return;
  selection.selectAllChildren(caret === 'all' ? root : (root.lastElementChild ?? root));
  if (caret === 'all') return;
  // Safari has this API since 18.4. Before that, the caret goes to the end.
  const isFound = caret !== 'end' && 'caretPositionFromPoint' in document;
  const place = isFound ? document.caretPositionFromPoint(caret.x, caret.y) : null;
  if (place && root.contains(place.offsetNode)) selection.collapse(place.offsetNode, place.offset);
  else selection.collapseToEnd();
}
