// `npm run new`: creates a field, an endpoint, an event or a remote from templates.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bin, checkNode, exitWithMessage } from '../local/prepare.mjs';
import { applyPlan } from './src/apply-plan.mjs';
import { planEndpoint } from './src/endpoint.mjs';
import { planEvent } from './src/event.mjs';
import { planField } from './src/field.mjs';
import { planRemote } from './src/remote.mjs';
import { userError } from './src/user-error.mjs';

/** Kinds of output and their maximum number of names. */
const kinds = {
  field: { plan: planField, namesMax: 1 },
  endpoint: { plan: planEndpoint, namesMax: 2 },
  event: { plan: planEvent, namesMax: 3 },
  remote: { plan: planRemote, namesMax: 1 },
};
const usage = `
  npm run new -- field <name>                             an optional text of a task, from column to list
  npm run new -- endpoint <service> <things>              a folder with list, get and create
  npm run new -- event <owner> <things> [<consumer>]      events, and a read model in the consumer
  npm run new -- remote mf-<area>                         a frontend with one page

  --one <thing>   singular of <things>, if it is not <things> without the final s`;

const readArguments = () => {
  try {
    return parseArgs({ allowPositionals: true, options: { one: { type: 'string' } } });
  } catch (error) {
    throw userError(`${error.message}\n${usage}`);
  }
};

const createFromTemplates = () => {
  const { positionals, values } = readArguments();
  const [kindName, ...names] = positionals;
  const kind = Object.hasOwn(kinds, kindName ?? '') ? kinds[kindName] : undefined;
  if (!kind) throw userError(`${kindName ? `Unknown kind "${kindName}"` : 'The kind is missing.'}\n${usage}`);
  if (names.length > kind.namesMax) throw userError(`Too many names: ${names.join(' ')}\n${usage}`);
  const plan = kind.plan(names, values);
  applyPlan(plan);
  return plan;
};

/** Prints what was created and what remains to do. */
const report = ({ files, edits, toDo, tests }) => {
  const list = (lines) => lines.map((line) => `  ${line}\n`).join('');
  process.stdout.write(
    `Created:\n${list(Object.keys(files))}Changed:\n${list(Object.keys(edits))}` +
      `To do:\n${list(toDo)}Tests:\n  npx vitest run ${tests.join(' ')}\n`,
  );
};

checkNode();
if (!existsSync(bin('biome'))) exitWithMessage('The packages are not installed. Run npm install.');
try {
  report(createFromTemplates());
} catch (error) {
  if (error.code !== 'USER_ERROR') throw error;
  exitWithMessage(error.message);
}
