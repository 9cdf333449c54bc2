/**
 * Returns the position of a file's page among its item's signature pages: after the marked pages that precede it in
 * the file, and before everything else.
 * @param numbers the page numbers of the item's signature pages, in order; null for a page that isn't part of a file
 */
export function placeOfFilePage(numbers: readonly (number | null)[], number: number): number {
  return numbers.findLastIndex((each) => each !== null && each < number) + 1;
}
