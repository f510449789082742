// Plans a remote with one page. See docs/how-to/add-a-remote.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../local/prepare.mjs';
import { addAfter, addRoom } from './insertions.mjs';
import { checkName, nameArea } from './names.mjs';
import { fill } from './templates.mjs';
import { userError } from './user-error.mjs';

/** Source of the four files that all remotes share. */
const model = 'mf-auth';
/** The model's dependencies that a remote with one page uses. */
const dependencies = ['@obieg/contracts', '@obieg/ui', '@obieg/web-kit', 'react', 'react-dom'];
const devDependencies = [
  '@obieg/build-config',
  '@rspack/cli',
  '@rspack/core',
  '@testing-library/dom',
  '@testing-library/react',
  '@types/react',
  '@types/react-dom',
];

const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const pick = (versions, names) => Object.fromEntries(names.map((name) => [name, versions[name]]));

const listRemotes = () => readdirSync(root).filter((name) => existsSync(join(root, name, 'remote.json')));

const checkPathIsFree = (path) => {
  const owner = listRemotes().find((remote) =>
    JSON.parse(read(remote, 'remote.json')).routes.some(
      (route) => route.path.split('/')[1] === path.slice(1),
    ),
  );
  if (owner) throw userError(`${path} already belongs to ${owner}.`);
  if (path === '/dashboard') throw userError(`${path} belongs to the shell.`);
};

const filesOf = (remote, names) => {
  const contractVersion = /remoteContractVersion = (\d+)/.exec(
    read('packages/contracts/src/remote-contract.ts'),
  )?.[1];
  const words = [...names.words, ['"contractVersion": 999', `"contractVersion": ${contractVersion}`]];
  const packageJson = JSON.parse(read(model, 'package.json'));
  const page = `src/pages/${names.pascalArea}/${names.pascalArea}Page`;
  const fromTemplates = {
    'README.md': 'README.md',
    'remote.json': 'remote.json',
    'rspack.config.ts': 'rspack.config.ts',
    'src/remote.ts': 'remote.ts',
    'src/remote.test.ts': 'remote.test.ts',
    'src/i18n/messages.ts': 'messages.ts',
    'src/query-keys.ts': 'query-keys.ts',
    'src/test-support.tsx': 'test-support.tsx',
    'src/i18n/pl.json': 'pl.json',
    'src/i18n/en.json': 'en.json',
    [`${page}.tsx`]: 'Page.tsx',
    [`${page}.test.tsx`]: 'Page.test.tsx',
  };
  return {
    [`${remote}/package.json`]: `${JSON.stringify(
      {
        ...packageJson,
        name: `@obieg/${remote}`,
        dependencies: pick(packageJson.dependencies, dependencies),
        devDependencies: pick(packageJson.devDependencies, devDependencies),
      },
      undefined,
      2,
    )}\n`,
    [`${remote}/tsconfig.json`]: read(model, 'tsconfig.json'),
    [`${remote}/src/globals.d.ts`]: read(model, 'src/globals.d.ts'),
    ...Object.fromEntries(
      Object.entries(fromTemplates).map(([file, template]) => [
        `${remote}/${file}`,
        fill(`remote/${template}`, words),
      ]),
    ),
  };
};

const editsOf = (remote, { camelArea, title }, path) => ({
  'infra/local/rooms.json': (text) =>
    ['i18n', 'pages'].reduce((lists, room) => addRoom(lists, remote, room), text),
  'docs/explanation/architecture.md': (text) =>
    addAfter(
      addAfter(text, /(?:\n +shell -\.-> .*)+/, `\n    shell -.-> ${camelArea}[${remote}]`),
      /\n\| `mf-admin` \| i18n, .*/,
      `\n| \`${remote}\` | i18n, pages |`,
    ),
  'e2e/tests/screens.spec.ts': (text) =>
    addAfter(
      text,
      /const screens: Record<string, Screen> = \{/,
      `\n'the page of ${remote}': { as: 'marek@acme.test', path: '${path}', heading: '${title}' },`,
    ),
});

/** Plans `remote mf-<area>`. */
export const planRemote = ([remote]) => {
  const area = /^mf-(.*)$/.exec(remote ?? '')?.[1];
  if (area === undefined)
    throw userError(
      `${remote ? `"${remote}" is no valid name of a remote` : 'The name of the remote is missing'}: mf-<area>.`,
    );
  checkName(remote, 'a remote');
  if (existsSync(join(root, remote))) throw userError(`${remote} already exists.`);
  const path = `/${area}`;
  checkPathIsFree(path);
  const names = nameArea(area);
  return {
    files: filesOf(remote, names),
    edits: editsOf(remote, names, path),
    toDo: [
      'run npm install once; then npm start shows it',
      `texts of menu and page, now "${names.title}" in every language: remote.json, src/i18n, the test of the page and e2e/tests/screens.spec.ts`,
      'icon, permission and menu section, or a section of its own: remote.json, docs/how-to/add-a-remote.md',
      'the README and the content of the page',
    ],
    tests: [remote],
  };
};
