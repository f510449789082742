// `npm run dev -- <remote>…`: serves the shell and remotes from sources, on top of a running product.
import {
  buildAll,
  checkNode,
  ensureInstalled,
  exitWithMessage,
  loadLauncher,
  logProgress,
} from './prepare.mjs';

checkNode();
await ensureInstalled();
const { dev } = await loadLauncher();
try {
  await dev({
    args: process.argv.slice(2),
    log: logProgress,
    buildProduct: buildAll,
    loadTools: () => import('../../packages/build-config/src/dev-server.mjs'),
  });
} catch (error) {
  exitWithMessage(error instanceof Error ? error.message : String(error));
}
logProgress('stopped');
process.exit(0);
