// Shared by the server and the process that reads scans.

/** A point of a page, in points from its top left, as the page is shown upright. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A short code on a page. */
export interface FoundCode {
  readonly text: string;
  /** Whether it was read from the QR code or from the page's text. */
  readonly by: 'code' | 'text';
  /** The corners of the QR code, in its own orientation: top left, top right, bottom right and bottom left. */
  readonly corners: readonly Point[] | null;
}

export interface ScannedPage {
  /** From 1. */
  readonly page: number;
  /** In points, for the upright page. */
  readonly width: number;
  readonly height: number;
  /** Converts points of the page as it is shown, from its bottom left, into points of the page in its PDF. */
  readonly matrix: readonly [number, number, number, number, number, number];
  /** The number of clockwise quarter turns that made it upright. */
  readonly turns: number;
  readonly isBlank: boolean;
  /** False if it can't be drawn. */
  readonly isDrawn: boolean;
  readonly codes: readonly FoundCode[];
  /** The beginning of its text if it has no code, printed from a PDF or recognized by a scanner. */
  readonly text: string;
}

/** A page that can't be drawn. */
export const NO_PAGE: Omit<ScannedPage, 'page'> = {
  width: 612,
  height: 792,
  matrix: [1, 0, 0, 1, 0, 0],
  turns: 0,
  isBlank: false,
  isDrawn: false,
  codes: [],
  text: '',
};

/** The maximum number of characters of a page's text that are read into `text`. A signature page is short. */
export const MOST_TEXT = 4000;

/** The request to a reader: at most `count` pages, starting with `from`. */
export interface ScanRequest {
  readonly from: number;
  readonly count: number;
}

/** The file names of a page's picture and PDF. */
export function scanPictureName(page: number): string {
  return `scan-${page}.webp`;
}

export function scanPdfName(page: number): string {
  return `scan-${page}.pdf`;
}

/** The file names for a part of a sheet. */
export function partPictureName(page: number, part: number): string {
  return `part-${page}-${part}.webp`;
}

export function partPdfName(page: number, part: number): string {
  return `part-${page}-${part}.pdf`;
}
