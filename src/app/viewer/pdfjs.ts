// The build for browsers that are a few years old, as ours may be: the other needs this year's.
import {
  AbortException,
  getDocument,
  GlobalWorkerOptions,
  InvalidPDFException,
  PasswordException,
  RenderingCancelledException,
  ResponseException,
  TextLayer,
  version,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { joinText, type PageText } from './page/page-text.ts';
import type { PageSize } from './page/page-geometry.ts';

/** Where scripts/pdfjs-files.ts puts pdf.js's worker, fonts, character maps and decoders. */
const BASE = `/assets/pdfjs-${version}/`;

GlobalWorkerOptions.workerSrc = `${BASE}pdf.worker.min.mjs`;

/** Most pixels that a canvas has: beyond them some browsers show nothing. */
const MOST_PIXELS = 16_777_216;

/** Of page and text alike, so that places in one are places in the other. */
const AS_WRITTEN = { includeMarkedContent: false, disableNormalization: true };

/**
 * Why a PDF cannot be shown. `unreachable`: nothing answered, and it is not kept. `gone`: the server does not give it, or no
 * more. `locked`: it wants a password.
 */
export type PdfFailure = 'unreachable' | 'signed_out' | 'gone' | 'damaged' | 'locked' | 'trouble';

/** An open PDF. Pages count from 1; sizes are in points. */
export interface OpenPdf {
  numPages: number;
  sizeOf(page: number): Promise<PageSize>;
  /** Draws a page; `scale` = CSS pixels a point, `ratio` = device pixels a CSS pixel. Resolves null where it was given up. */
  draw(
    page: number,
    how: { scale: number; ratio: number; signal: AbortSignal },
  ): Promise<HTMLCanvasElement | null>;
  /** Lays the words of a page over it, to be selected. Answers the elements in the order of the text's pieces. */
  layText(page: number, over: HTMLElement, signal: AbortSignal): Promise<readonly HTMLElement[]>;
  textOf(page: number): Promise<PageText>;
  /** Resolves when all of the file is here. */
  whole(): Promise<unknown>;
  /** Lets go of what was made to draw a page. */
  release(page: number): Promise<void>;
}

export interface Opening {
  pdf: Promise<OpenPdf>;
  /** Ends the loading, or closes what is open. */
  close(): void;
}

/** A file that is smaller comes whole; of a larger one what is to be shown comes first. Bytes. */
const WHOLE_AT_MOST = 2_000_000;

/**
 * Opens the PDF at an address of ours, which leads to the store. `size`: of the file, as far as it is known, bytes.
 * `onProgress`: the loaded share, 0–1.
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
    // The same on every machine, and none of the person's own fonts in the place of the deal's.
    useSystemFonts: false,
    // For each part the server is asked the way to the store again.
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

/** What a failed opening means to the person. */
export function pdfFailure(error: unknown): PdfFailure {
  if (error instanceof ResponseException) {
    if (error.status === 401) return 'signed_out';
    return error.status === 403 || error.status === 404 ? 'gone' : 'trouble';
  }
  if (error instanceof PasswordException) return 'locked';
  if (error instanceof InvalidPDFException) return 'damaged';
  // Neither an answer nor a PDF: the request itself has failed.
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
    whole: async () => pdf.getDownloadInfo(),
    async release(number) {
      (await pdf.getPage(number)).cleanup();
    },
  };
}
