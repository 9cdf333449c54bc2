/**
 * Returns the place of a file's page among its item's signature pages: behind the marked pages that come before it in the file, and
 * before everything else.
 * @param numbers the page numbers of the item's signature pages, in their order; null for a page that isn't one of a file
 */
export function placeOfFilePage(numbers: readonly (number | null)[], number: number): number {
  return numbers.findLastIndex((each) => each !== null && each < number) + 1;
}
