// `npm run fuzz -- --requests N --seed S`: sends the real server N requests that break its schemas (default 20,000), and
// prints what came back. Exits 1 where an answer is a 5xx, an error without a sentence, or does not come.
import { parseArgs } from 'node:util';
import { startTestServer } from '../test-server.ts';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const server = await startTestServer({ role: 'web' });
const begun = performance.now();
const { statuses, faults, slowest } = await fuzz(server, Number(values.requests), values.seed);
const seconds = (performance.now() - begun) / 1000;
await server.stop();
console.table(Object.fromEntries([...statuses].toSorted(([one], [other]) => one - other)));
console.log(`${values.requests} requests in ${seconds.toFixed(0)} s, the slowest ${slowest.toFixed(0)} ms`);
for (const fault of faults.slice(0, 50)) console.log(fault);
console.log(faults.length === 0 ? 'No fault.' : `${faults.length} faults.`);
process.exit(faults.length === 0 ? 0 : 1);
