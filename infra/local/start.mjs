// `npm start`: runs the whole product on a machine with only Node.js and git.
import { parseArgs } from 'node:util';
import {
  buildAll,
  checkNode,
  ensureInstalled,
  exitWithMessage,
  loadLauncher,
  logProgress,
} from './prepare.mjs';

/** @throws for an unknown option */
const readOptions = () => {
  const { values } = parseArgs({
    options: {
      verbose: { type: 'boolean', default: false },
      replicas: { type: 'string', default: '1' },
      sso: { type: 'boolean', default: false },
    },
  });
  const replicas = Number(values.replicas);
  if (![1, 2, 3, 4].includes(replicas)) throw new Error('--replicas must be 1, 2, 3 or 4.');
  return { isVerbose: values.verbose, replicas, hasSso: values.sso };
};

checkNode();
let options;
try {
  options = readOptions();
} catch (error) {
  exitWithMessage(error.message);
}
logProgress('starting Obieg');
await ensureInstalled();
await buildAll();
const { serve } = await loadLauncher();
try {
  await serve({ log: logProgress, ...options });
} catch (error) {
  exitWithMessage(`Obieg could not start.\n${error instanceof Error ? error.message : error}`);
}
