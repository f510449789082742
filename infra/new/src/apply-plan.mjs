// Writes the planned files and edits, all or nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bin, root } from '../../local/prepare.mjs';
import { userError } from './user-error.mjs';

const at = (path) => join(root, path);

const readChanged = ([path, change]) => {
  try {
    const before = readFileSync(at(path), 'utf8');
    return { path, before, after: change(before) };
  } catch (error) {
    throw userError(`${path} cannot be edited: ${error.message}.`);
  }
};

/** Files that Biome does not format. */
const unformatted = /\.(?:md|sql)$/;

/** Formats files and sorts imports with Biome. Fails on a lint error. */
const format = (paths) => {
  const formatted = paths.filter((path) => !unformatted.test(path));
  const { status, stdout, stderr, error } = spawnSync(bin('biome'), ['check', '--write', ...formatted], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw userError(`Biome reports errors in the result.\n${error?.message ?? stdout + stderr}`);
};

/** Applies a plan. @throws without any change if a file exists, an edit finds no place, or Biome reports an error */
export const applyPlan = ({ files, edits }) => {
  const taken = Object.keys(files).filter((path) => existsSync(at(path)));
  if (taken.length > 0) throw userError(`These files already exist: ${taken.join(', ')}.`);
  const changes = Object.entries(edits).map(readChanged);
  const undo = [];
  try {
    for (const [path, text] of Object.entries(files)) {
      const createdFolder = mkdirSync(dirname(at(path)), { recursive: true });
      undo.push(() => rmSync(createdFolder ?? at(path), { recursive: true, force: true }));
      writeFileSync(at(path), text, { flag: 'wx' });
    }
    for (const { path, before, after } of changes) {
      undo.push(() => writeFileSync(at(path), before));
      writeFileSync(at(path), after);
    }
    format([...Object.keys(files), ...Object.keys(edits)]);
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
};
