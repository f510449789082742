// `npm run new`: makes an endpoint, an event or a remote from templates.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bin, checkNode, giveUp } from '../local/prepare.mjs';
import { carryOut } from './src/carry-out.mjs';
import { planEndpoint } from './src/endpoint.mjs';
import { planEvent } from './src/event.mjs';
import { refuse } from './src/refusal.mjs';
import { planRemote } from './src/remote.mjs';

/** What can be made, and how many names it takes at most. */
const kinds = {
  endpoint: { plan: planEndpoint, namesMax: 2 },
  event: { plan: planEvent, namesMax: 3 },
  remote: { plan: planRemote, namesMax: 1 },
};
const usage = `
  npm run new -- endpoint <service> <things>              a folder with list, show and create
  npm run new -- event <owner> <things> [<consumer>]      what others learn of them, and who follows
  npm run new -- remote mf-<area>                         a frontend with one page

  --one <thing>   what one of the things is called, where an s at the end is not the difference`;

const readArguments = () => {
  try {
    return parseArgs({ allowPositionals: true, options: { one: { type: 'string' } } });
  } catch (error) {
    throw refuse(`${error.message}\n${usage}`);
  }
};

const makeNew = () => {
  const { positionals, values } = readArguments();
  const [kindName, ...names] = positionals;
  const kind = Object.hasOwn(kinds, kindName ?? '') ? kinds[kindName] : undefined;
  if (!kind)
    throw refuse(
      `${kindName ? `"${kindName}" is nothing that can be made` : 'What is to be made?'}\n${usage}`,
    );
  if (names.length > kind.namesMax) throw refuse(`Too many names: ${names.join(' ')}\n${usage}`);
  const plan = kind.plan(names, values);
  carryOut(plan);
  return plan;
};

/** What has been done and what only a person can do. */
const report = ({ files, edits, left, tests }) => {
  const list = (lines) => lines.map((line) => `  ${line}\n`).join('');
  process.stdout.write(
    `Made:\n${list(Object.keys(files))}Added to:\n${list(Object.keys(edits))}` +
      `Left to you:\n${list(left)}Its tests:\n  npx vitest run ${tests.join(' ')}\n`,
  );
};

checkNode();
if (!existsSync(bin('biome'))) giveUp('The packages are missing that this needs: npm install.');
try {
  report(makeNew());
} catch (error) {
  if (error.code !== 'REFUSED') throw error;
  giveUp(error.message);
}
