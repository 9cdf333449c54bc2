// Runs in its own process, so that creating and uploading files doesn't slow down the measurement. Requests
// /api/config repeatedly. On request, reports how long each response since the last report took.
const url = process.argv[2];
if (url === undefined) throw new Error('Name the server: probe.ts URL');

/** The pause between a response and the next request, in milliseconds. */
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
  // A failed request counts as one without a response.
  times.push(answer.ok ? performance.now() - began : Infinity);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
