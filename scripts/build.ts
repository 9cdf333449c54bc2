import { buildApp } from './app-build.ts';

const result = await buildApp(process.cwd());
process.stdout.write(result.output);
console.log(result.code === 0 ? `Built dist/ in ${result.seconds.toFixed(1)} s.` : 'The build failed.');
process.exitCode = result.code;
