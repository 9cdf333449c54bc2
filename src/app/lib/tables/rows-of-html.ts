/**
 * Returns the rows of the tables in HTML from the clipboard, where Excel and Word put them. The text around the
 * tables is left out. A cell that spans rows counts in each of them. None of the HTML is run or loaded.
 */
export function rowsOfHtml(html: string): string[][] {
  if (!/<table/i.test(html)) return [];
  const page = new DOMParser().parseFromString(html, 'text/html');
  return [...page.querySelectorAll('table')]
    .filter((table) => table.parentElement?.closest('table') === null)
    .flatMap(rowsOfTable);
}

function rowsOfTable(table: HTMLTableElement): string[][] {
  /** By column: a cell from above, and how many more rows it counts in. */
  const spanning = new Map<number, { text: string; rows: number }>();
  return [...table.rows].map((row) => {
    const cells: string[] = [];
    const takeSpanning = () => {
      for (let above = spanning.get(cells.length); above; above = spanning.get(cells.length)) {
        above.rows -= 1;
        if (above.rows === 0) spanning.delete(cells.length);
        cells.push(above.text);
      }
    };
    for (const cell of row.cells) {
      takeSpanning();
      const text = textOf(cell)
        .replaceAll(/ *\n */g, '\n')
        .trim();
      if (cell.rowSpan > 1) spanning.set(cells.length, { text, rows: cell.rowSpan - 1 });
      cells.push(text, ...Array.from({ length: cell.colSpan - 1 }, () => ''));
    }
    takeSpanning();
    return cells;
  });
}

/** The text as displayed: only elements break lines. */
function textOf(node: Node): string {
  if (node instanceof Text) return node.data.replaceAll(/\s+/g, ' ');
  if (!(node instanceof Element) || /^(?:STYLE|SCRIPT|TEMPLATE)$/.test(node.tagName)) return '';
  if (node.tagName === 'BR') return '\n';
  const inside = Array.from(node.childNodes, textOf).join('');
  return /^(?:P|DIV|LI|TR)$/.test(node.tagName) ? `${inside}\n` : inside;
}
