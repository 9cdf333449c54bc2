import { buildApp } from './app-build.ts';
import { writePartsList } from './bundle/parts-list.ts';

const result = await buildApp(process.cwd());
process.stdout.write(result.output);
console.log(result.code === 0 ? `Built dist/ in ${result.seconds.toFixed(1)} s.` : 'The build failed.');
process.exitCode = result.code;
if (result.code === 0 && !(await writePartsList())) process.exitCode = 1;
