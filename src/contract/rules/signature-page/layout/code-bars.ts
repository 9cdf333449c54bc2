/** Adjacent dark modules of a QR code, in fractions of the code's side. */
export interface CodeBar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns a QR code as bars. Adjacent modules form one bar, so that viewers show no hairlines between them. */
export function codeBars({ data, width }: { data: ArrayLike<number>; width: number }): CodeBar[] {
  const bars: CodeBar[] = [];
  const side = 1 / width;
  for (let row = 0; row < width; row += 1) {
    let start = 0;
    for (let column = 0; column <= width; column += 1) {
      const dark = column < width && data[row * width + column] === 0;
      if (dark) continue;
      const length = column - start;
      if (length > 0) bars.push({ x: start * side, y: row * side, width: length * side, height: side });
      start = column + 1;
    }
  }
  return bars;
}
