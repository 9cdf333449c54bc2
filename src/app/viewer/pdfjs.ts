// The legacy build, because the modern one requires very recent browsers.
import {
  AbortException,
  getDocument,
  GlobalWorkerOptions,
  InvalidPDFException,
  OPS,
  PasswordException,
  RenderingCancelledException,
  ResponseException,
  TextLayer,
  version,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Line } from '../signature-pages/fields/field-geometry.ts';
import type { TextPiece } from '../signature-pages/fields/propose-fields.ts';
import { drawnLines } from './page/drawn-lines.ts';
import { joinText, type PageText } from './page/page-text.ts';
import { pieceOf } from './page/text-piece.ts';
import type { PageSize } from './page/page-geometry.ts';

/** scripts/bundle/pdfjs-files.ts puts pdf.js's worker, fonts, character maps and decoders here. */
const BASE = `/assets/pdfjs-${version}/`;

GlobalWorkerOptions.workerSrc = `${BASE}pdf.worker.min.mjs`;

/** Maximum pixels of a canvas. Beyond this, some browsers show nothing. */
const MOST_PIXELS = 16_777_216;

/** The same options for drawing a page and for its text, so that positions match. */
const AS_WRITTEN = { includeMarkedContent: false, disableNormalization: true };

/**
 * Why a PDF cannot be shown. `unreachable`: no response, and no copy on this device. `gone`: the server no longer serves it.
 * `locked`: it needs a password.
 */
export type PdfFailure = 'unreachable' | 'signed_out' | 'gone' | 'damaged' | 'locked' | 'trouble';

/** An open PDF. Pages count from 1; sizes are in points. */
export interface OpenPdf {
  numPages: number;
  sizeOf(page: number): Promise<PageSize>;
  /** Draws a page. `scale`: CSS pixels per point. `ratio`: device pixels per CSS pixel. Resolves to null if aborted. */
  draw(
    page: number,
    how: { scale: number; ratio: number; signal: AbortSignal },
  ): Promise<HTMLCanvasElement | null>;
  /** Adds a layer of selectable text over a page. Returns its elements in the order of the text's pieces. */
  layText(page: number, over: HTMLElement, signal: AbortSignal): Promise<readonly HTMLElement[]>;
  textOf(page: number): Promise<PageText>;
  /** Returns the pieces of a page's text with their positions, in points from the top left of the page as displayed. */
  piecesOf(page: number): Promise<readonly TextPiece[]>;
  /** Returns the horizontal lines that a page draws, in the same points. */
  linesOf(page: number): Promise<readonly Line[]>;
  /** Resolves when the whole file is loaded. */
  whole(): Promise<unknown>;
  /** Frees the memory that drawing a page has used. */
  release(page: number): Promise<void>;
}

export interface Opening {
  pdf: Promise<OpenPdf>;
  /** Stops loading, or closes the open PDF. */
  close(): void;
}

/** Smaller files are loaded whole. For larger files, the visible parts are loaded first. Bytes. */
const WHOLE_AT_MOST = 2_000_000;

/**
 * Opens the PDF at an address of this server, which redirects to the file store. `size`: the approximate size of the file,
 * bytes. `onProgress` receives the loaded share, 0–1.
 */
export function openPdf(
  { url, size }: { url: string; size: number },
  onProgress: (share: number) => void,
): Opening {
  const task = getDocument({
    url,
    cMapUrl: `${BASE}cmaps/`,
    standardFontDataUrl: `${BASE}standard_fonts/`,
    wasmUrl: `${BASE}wasm/`,
    iccUrl: `${BASE}iccs/`,
    // Never replace a document's fonts with the user's own, so that it looks the same on every device.
    useSystemFonts: false,
    // Each range request asks the server for the store's address again, so small files are loaded whole.
    disableRange: size <= WHOLE_AT_MOST,
  });
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
    if (total > 0) onProgress(Math.min(1, loaded / total));
  };
  return {
    pdf: task.promise.then(asOpenPdf),
    close: () => void task.destroy().catch(() => undefined),
  };
}

/** Returns why opening a PDF failed. */
export function pdfFailure(error: unknown): PdfFailure {
  if (error instanceof ResponseException) {
    if (error.status === 401) return 'signed_out';
    return error.status === 403 || error.status === 404 ? 'gone' : 'trouble';
  }
  if (error instanceof PasswordException) return 'locked';
  if (error instanceof InvalidPDFException) return 'damaged';
  // There was neither a response nor a PDF, so the request itself failed.
  return 'unreachable';
}

function asOpenPdf(pdf: PDFDocumentProxy): OpenPdf {
  return {
    numPages: pdf.numPages,
    async sizeOf(page) {
      const { width, height } = (await pdf.getPage(page)).getViewport({ scale: 1 });
      return { width, height };
    },
    async draw(number, { scale, ratio, signal }) {
      const page = await pdf.getPage(number);
      if (signal.aborted) return null;
      const { width, height } = page.getViewport({ scale });
      const sharp = Math.min(ratio, Math.sqrt(MOST_PIXELS / (width * height)));
      const viewport = page.getViewport({ scale: scale * sharp });
      const canvas = document.createElement('canvas');
      canvas.width = Math.ceil(viewport.width);
      canvas.height = Math.ceil(viewport.height);
      const drawing = page.render({ canvas, viewport });
      const stop = () => drawing.cancel();
      signal.addEventListener('abort', stop);
      try {
        await drawing.promise;
        return canvas;
      } catch (error) {
        if (error instanceof RenderingCancelledException) return null;
        throw error;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    async layText(number, over, signal) {
      const page = await pdf.getPage(number);
      if (signal.aborted) return [];
      const layer = new TextLayer({
        textContentSource: page.streamTextContent(AS_WRITTEN),
        container: over,
        viewport: page.getViewport({ scale: 1 }),
      });
      const stop = () => layer.cancel();
      signal.addEventListener('abort', stop);
      try {
        await layer.render();
        return layer.textDivs;
      } catch (error) {
        if (error instanceof AbortException) return [];
        throw error;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    async textOf(number) {
      const { items } = await (await pdf.getPage(number)).getTextContent(AS_WRITTEN);
      return joinText(items.flatMap((item) => ('str' in item ? [item] : [])));
    },
    async piecesOf(number) {
      const page = await pdf.getPage(number);
      const viewport = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent(AS_WRITTEN);
      return items.flatMap((item) => ('str' in item ? [pieceOf(item, viewport.transform)] : []));
    },
    async linesOf(number) {
      const page = await pdf.getPage(number);
      return drawnLines(await page.getOperatorList(), page.getViewport({ scale: 1 }).transform, OPS);
    },
    whole: async () => pdf.getDownloadInfo(),
    async release(number) {
      (await pdf.getPage(number)).cleanup();
    },
  };
}
