import { keyIn } from './filled-page.ts';

/** A key in double braces. Matching takes time in proportion to the text's length, even if the text is hostile. */
const VARIABLE = /\{\{([^{}]*)\}\}/g;

/** Characters of a value that XML doesn't allow (XML 1.0, 2.2). */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const TEXT_OPENS = ['<w:t>', '<w:t '];
const PARAGRAPH_TAGS = ['<w:p>', '<w:p ', '</w:p>'];

/** The text of a `w:t` element: where its tag, its text and its closing tag begin. */
interface TextElement {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces each `{{key}}` in a part of a Word file (WordprocessingML). Word splits text into runs arbitrarily, so a key may
 * span several of them. Its value goes in the first one, in that run's style.
 * @param replace returns the replacement as plain text
 */
export function fillVariables(xml: string, replace: (key: string) => string): string {
  const filled: string[] = [];
  let copied = 0;
  let paragraph: TextElement[] = [];
  const endParagraph = () => {
    for (const { element, text } of filledElements(xml, paragraph, replace)) {
      filled.push(xml.slice(copied, element.tag), '<w:t xml:space="preserve">', text);
      copied = element.end;
    }
    paragraph = [];
  };
  for (let at = 0; ;) {
    const open = xml.indexOf('<', at);
    const close = open < 0 ? -1 : xml.indexOf('>', open);
    if (close < 0) break;
    at = close + 1;
    if (PARAGRAPH_TAGS.some((tag) => xml.startsWith(tag, open))) endParagraph();
    else if (TEXT_OPENS.some((tag) => xml.startsWith(tag, open)) && xml[close - 1] !== '/') {
      const end = xml.indexOf('<', at);
      if (end < 0) break;
      paragraph.push({ tag: open, start: at, end });
      at = end;
    }
  }
  endParagraph();
  return [...filled, xml.slice(copied)].join('');
}

/** Returns the elements of a paragraph that change, with their new text as XML. */
function filledElements(
  xml: string,
  elements: readonly TextElement[],
  replace: (key: string) => string,
): { element: TextElement; text: string }[] {
  const written = elements.map(({ start, end }) => xml.slice(start, end)).join('');
  if (!written.includes('{{')) return [];
  const found = [...written.matchAll(VARIABLE)].filter(({ 1: key = '' }) => key.trim() !== '');
  const changed: { element: TextElement; text: string }[] = [];
  let next = 0;
  let from = 0;
  for (const element of elements) {
    const to = from + element.end - element.start;
    let text = '';
    let at = from;
    let isChanged = false;
    for (let match = found[next]; match && match.index < to; match = found[next]) {
      isChanged = true;
      const end = match.index + match[0].length;
      if (match.index >= from)
        text += written.slice(at, match.index) + xmlOf(replace(keyIn(plain(match[1] ?? ''))));
      at = Math.min(end, to);
      if (end > to) break;
      next += 1;
    }
    if (isChanged) changed.push({ element, text: text + written.slice(at, to) });
    from = to;
  }
  return changed;
}

function plain(xml: string): string {
  return xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

/** A value within a `w:t` element. A line break in it becomes one on the page. */
function xmlOf(value: string): string {
  return value
    .replaceAll(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r\n|\r|\n/g, '</w:t><w:br/><w:t xml:space="preserve">');
}
