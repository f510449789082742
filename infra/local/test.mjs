// `npm test`: runs all tests, also on a fresh clone.
import { buildAll, checkNode, ensureInstalled } from './prepare.mjs';

checkNode();
await ensureInstalled();
await buildAll();
const { formatResult, runTests } = await import('./run-tests.mjs');
const result = await runTests();
process.stdout.write(formatResult(result));
process.exit(result.failed === 0 ? 0 : 1);
