/** The longest time between two frames of the page while something goes on, in milliseconds. */
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
  // What was changed last is painted with the frame after next.
  await nextFrame();
  await nextFrame();
  over.abort();
  await watching;
  return longest;
}

/** When the next frame begins, on the page's clock. */
async function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
