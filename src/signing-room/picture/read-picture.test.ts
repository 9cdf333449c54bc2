import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  NOT_A_PICTURE,
  PICTURE_DAMAGED,
  PICTURE_TOO_LARGE,
} from '../../contract/rules/signing/fields/signature-picture.ts';
import { readPicture } from './read-picture.ts';

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0]);

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser whose canvas turns a picture of this size into this URL. */
function stubCanvas(size: { width: number; height: number }, url: string) {
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ fillRect: () => undefined, drawImage: () => undefined }),
    toDataURL: () => url,
  };
  vi.stubGlobal('createImageBitmap', async () => ({ ...size, close: () => undefined }));
  vi.stubGlobal('document', { createElement: () => canvas });
  return canvas;
}

describe('a file chosen as a picture of a signature', () => {
  it('is recognized by its content, regardless of its name and type', async () => {
    const file = new File(['GIF89a'], 'signature.png', { type: 'image/png' });
    expect(await readPicture(file)).toEqual({ problem: NOT_A_PICTURE });
    stubCanvas({ width: 400, height: 100 }, 'data:image/jpeg;base64,AAAA');
    expect(await readPicture(new File([JPEG], 'photo.txt'))).toEqual({ picture: 'AAAA' });
  });

  it('is scaled down, and keeps its proportions', async () => {
    const canvas = stubCanvas({ width: 4000, height: 3000 }, 'data:image/jpeg;base64,AAAA');
    expect(await readPicture(new Blob([PNG]))).toEqual({ picture: 'AAAA' });
    expect([canvas.width, canvas.height]).toEqual([1200, 900]);
  });

  it('is refused with a reason if it is too large, or the browser can’t read it', async () => {
    const large = new Blob([PNG, new Uint8Array(20_000_000)]);
    expect(await readPicture(large)).toEqual({ problem: PICTURE_TOO_LARGE });
    expect(await readPicture(new Blob([PNG]))).toEqual({ problem: PICTURE_DAMAGED });
    stubCanvas({ width: 400, height: 100 }, 'data:,');
    expect(await readPicture(new Blob([PNG]))).toEqual({ problem: PICTURE_DAMAGED });
  });
});
