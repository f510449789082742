// `npm start`: brings the whole product on a bare machine with Node.js and git.
import { buildAll, checkNode, ensureInstalled, giveUp, loadLauncher, say } from './prepare.mjs';

checkNode();
say('Obieg starts');
await ensureInstalled();
await buildAll();
const { serve } = await loadLauncher();
try {
  await serve({ say, isVerbose: process.argv.includes('--verbose') });
} catch (error) {
  giveUp(`Obieg could not start.\n${error instanceof Error ? error.message : error}`);
}
