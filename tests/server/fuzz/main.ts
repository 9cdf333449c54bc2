// `npm run fuzz -- --requests N --files N --seed S`: sends the real server N requests that break its schemas
// (default 20,000) and N damaged Word and PDF files (default 300), and prints the results. Exits with 1 if a
// response is a 5xx, is an error without a message, or is missing, or if a file neither completes nor fails
// with a message.
import { parseArgs } from 'node:util';
import { startTestServer } from '../support/test-server.ts';
import { fuzzFiles } from './fuzz-files.ts';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    files: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
});
const server = await startTestServer({ conversionConcurrency: 2, conversionSeconds: 60 });
const begun = performance.now();
const { statuses, faults, slowest } = await fuzz(server, Number(values.requests), values.seed);
const seconds = (performance.now() - begun) / 1000;
console.table(Object.fromEntries([...statuses].toSorted(([one], [other]) => one - other)));
console.log(`${values.requests} requests in ${seconds.toFixed(0)} s, slowest ${slowest.toFixed(0)} ms`);
const files = await fuzzFiles(server, Number(values.files), values.seed);
await server.stop();
console.table(Object.fromEntries(files.outcomes));
const all = [...faults, ...files.faults];
for (const fault of all.slice(0, 50)) console.log(fault);
console.log(all.length === 0 ? 'No faults.' : `${all.length} faults.`);
process.exit(all.length === 0 ? 0 : 1);
