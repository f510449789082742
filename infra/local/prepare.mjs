// What must be done before anything of ours can run: plain JavaScript of Node.js 20, without any package.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const oldestNode = [20, 19];
const startedAt = Date.now();

/** A line of progress, with the seconds since the start. */
export const say = (line) => {
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(`${seconds.padStart(6)} s  ${line}\n`);
};

/** Ends the program with a message for a person. */
export const giveUp = (message) => {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
};

/** No tool that is started from here reports on us. */
export const quietEnvironment = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  DO_NOT_TRACK: '1',
};

/** Ends a child with all that it started when it takes too long, or when we are to end: a terminal's signals do not reach its group. */
const limitTime = (child, command, limitMs) => {
  const sendToAll = (signal) => process.kill(-child.pid, signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.once(signal, sendToAll);
  const limit = setTimeout(() => {
    say(`${command} has not ended in ${limitMs / 60_000} minutes and is ended`);
    sendToAll('SIGKILL');
  }, limitMs);
  child.once('exit', () => {
    clearTimeout(limit);
    for (const signal of signals) process.off(signal, sendToAll);
  });
};

/** Shows each line after a word that says whose it is. */
const showLines = (stream, label) =>
  createInterface({ input: stream }).on('line', (line) => process.stdout.write(`${label} ${line}\n`));

/**
 * Runs a command and answers its exit code; its output is shown, when quiet only if it fails, with a label line by line
 * so that commands can run beside each other.
 */
export const run = (command, args, { isQuiet = false, label, env = {}, limitMs } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: isQuiet || label ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...quietEnvironment, ...env },
      // A group of its own, which can be ended as a whole.
      detached: limitMs !== undefined,
    });
    if (limitMs !== undefined && child.pid !== undefined) limitTime(child, command, limitMs);
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) {
      if (isQuiet) stream.on('data', (chunk) => chunks.push(chunk));
      else if (label) showLines(stream, label);
    }
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(1);
    });
    child.on('close', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(chunks));
      resolve(code ?? 1);
    });
  });

/** Program of an installed package. */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

export const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]))
    giveUp(`Obieg needs Node.js ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`);
};

/** Compares what is installed with the lock file: a missing or other version of any package means no. */
const isInstalled = () => {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = packagesOf(installedFile);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, link, optional, peer }]) =>
      !path.includes('node_modules/') ||
      optional ||
      peer ||
      (link ? path in installed : installed[path]?.version === version),
  );
};

export const ensureInstalled = async () => {
  if (isInstalled()) return;
  say('installing packages');
  const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0)
    giveUp('The packages could not be installed; npm says why above. Is the package registry within reach?');
};

/** Builds what has changed since the last time. */
export const buildAll = async () => {
  say('building what has changed');
  const code = await run(bin('turbo'), ['run', 'build', '--output-logs=errors-only', '--log-order=grouped'], {
    isQuiet: true,
  });
  if (code !== 0) giveUp('The build failed; the error is above.');
};

/** Bundles the launcher and answers its module. */
export const loadLauncher = async () => {
  const { build } = await import('esbuild');
  const { nodeBundle } = await import('../../packages/build-config/src/esbuild.mjs');
  const outfile = fileURLToPath(new URL('dist/main.mjs', import.meta.url));
  await build(nodeBundle(fileURLToPath(new URL('src/main.ts', import.meta.url)), outfile));
  return import(new URL('dist/main.mjs', import.meta.url).href);
};

/** Whether a command exists and answers. */
export const answers = (command, args = ['--version']) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;
