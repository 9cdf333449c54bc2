// `npm run bench -- <name>`: runs tests/bench/<name>.bench.ts and passes further arguments to it.
import { existsSync, readdirSync } from 'node:fs';
import { runCommand } from './run-command.ts';

const folder = 'tests/bench';
const names = (existsSync(folder) ? readdirSync(folder) : [])
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .toSorted();
const [name, ...rest] = process.argv.slice(2);

if (name !== undefined && names.includes(name)) {
  const result = await runCommand(process.execPath, [`${folder}/${name}.bench.ts`, ...rest], { show: true });
  process.exitCode = result.code;
} else {
  if (name !== undefined) console.log(`There is no benchmark "${name}".`);
  console.log(
    names.length > 0 ? `Benchmarks: ${names.join(', ')}` : `There are no benchmarks in ${folder}/ yet.`,
  );
  process.exitCode = 1;
}
