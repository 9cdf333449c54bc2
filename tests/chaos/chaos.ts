// `npm run chaos -- --runs N --seed S` for edits, `npm run chaos -- uploads --runs N --seed S` for uploads: what each does
// stands in its command.
const args = process.argv.slice(2);

async function run(): Promise<number> {
  if (args[0] === 'uploads') {
    const { runUploadsCommand } = await import('./uploads/uploads-command.ts');
    return runUploadsCommand(args.slice(1));
  }
  const { runEditsCommand } = await import('./edits-command.ts');
  return runEditsCommand(args);
}

// The engine's channels between tabs, which a browser closes with the tab, would keep the process alive.
process.exit(await run());
