// A process of its own, so that making and sending files does not slow down what is measured: asks for /api/config again and
// again, and reports how long each answer took since it was last told to.
const url = process.argv[2];
if (url === undefined) throw new Error('Name the server: probe.ts URL');

/** Between an answer and the next request, milliseconds. */
const PAUSE_MS = 5;

let times: number[] = [];
process.on('message', () => {
  process.send?.(times);
  times = [];
});
process.once('disconnect', () => process.exit());

for (;;) {
  const began = performance.now();
  const answer = await fetch(`${url}/api/config`);
  await answer.arrayBuffer();
  // One that fails counts as one that never came.
  times.push(answer.ok ? performance.now() - began : Infinity);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
