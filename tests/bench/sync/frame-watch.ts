/** Returns the longest time between two frames of the page during `during`, in milliseconds. */
export async function watchFrames(during: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = await nextFrame();
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      const at = await nextFrame();
      longest = Math.max(longest, at - last);
      last = at;
    }
  })();
  await during();
  // The last change is painted with the second frame from now.
  await nextFrame();
  await nextFrame();
  over.abort();
  await watching;
  return longest;
}

/** Resolves when the next frame begins, with its time on the page's clock. */
async function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
