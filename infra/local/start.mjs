// `npm start`: runs the whole product on a machine with only Node.js and git.
import {
  buildAll,
  checkNode,
  ensureInstalled,
  exitWithMessage,
  loadLauncher,
  logProgress,
} from './prepare.mjs';

checkNode();
logProgress('starting Obieg');
await ensureInstalled();
await buildAll();
const { serve } = await loadLauncher();
try {
  await serve({ log: logProgress, isVerbose: process.argv.includes('--verbose') });
} catch (error) {
  exitWithMessage(`Obieg could not start.\n${error instanceof Error ? error.message : error}`);
}
