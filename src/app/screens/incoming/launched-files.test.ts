import { afterEach, expect, it, vi } from 'vitest';
import { takeLaunchedFiles, type Launched } from './launched-files.ts';

afterEach(() => vi.unstubAllGlobals());

it('names a launched file that cannot be read, and accepts the others', async () => {
  const deed = new File(['%PDF-1.7'], 'Deed.pdf');
  const handles = [
    { name: 'Deed.pdf', getFile: async () => deed },
    { name: 'Moved.pdf', getFile: async () => Promise.reject(new DOMException('gone', 'NotFoundError')) },
  ];
  const setConsumer = (consume: (launch: { files: unknown[] }) => void) => consume({ files: handles });
  vi.stubGlobal('window', { launchQueue: { setConsumer } });
  const launched = await new Promise<Launched>((resolve) => takeLaunchedFiles(resolve));
  expect(launched).toEqual({ files: [deed], unreadable: ['Moved.pdf'] });
});
