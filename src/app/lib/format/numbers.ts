/** Created once: creating a formatter takes longer than rendering a row. */
const grouping = new Intl.NumberFormat('en-US');

/** Returns a number with its thousands grouped: "1,500". */
export function grouped(count: number): string {
  return grouping.format(count);
}

/** Returns a count with its noun: "1 change", "1,500 changes". */
export function counted(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** Returns a size in bytes as "8.7 MB" or, from 1,000 MB on, as "1.2 GB". */
export function formatSize(bytes: number): string {
  const [size, unit] = bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${size.toLocaleString(undefined, { maximumFractionDigits: 1 })} ${unit}`;
}
