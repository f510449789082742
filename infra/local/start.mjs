// `npm start`: runs the whole product on a machine with only Node.js and git.
import { buildAll, checkNode, ensureInstalled, giveUp, loadLauncher, say } from './prepare.mjs';

checkNode();
say('starting Obieg');
await ensureInstalled();
await buildAll();
const { serve } = await loadLauncher();
try {
  await serve({ say, isVerbose: process.argv.includes('--verbose') });
} catch (error) {
  giveUp(`Obieg could not start.\n${error instanceof Error ? error.message : error}`);
}
