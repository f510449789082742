// Steps that run before packages are installed: plain JavaScript for Node.js 20, no dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const oldestNode = [20, 19];
const startedAt = Date.now();

/** Prints a progress line with the seconds since the start. */
export const logProgress = (line) => {
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(`${seconds.padStart(6)} s  ${line}\n`);
};

/** Exits with a message for the user. */
export const exitWithMessage = (message) => {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
};

/** Turns off telemetry in every tool that we start. */
export const quietEnvironment = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  DO_NOT_TRACK: '1',
};

/**
 * Kills a child and its process group after the limit, or when this process receives a termination
 * signal. Signals from the terminal do not reach a separate process group.
 */
const limitTime = (child, command, limitMs) => {
  const sendToAll = (signal) => process.kill(-child.pid, signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.once(signal, sendToAll);
  const limit = setTimeout(() => {
    logProgress(`${command} exceeded ${limitMs / 60_000} minutes and is killed`);
    sendToAll('SIGKILL');
  }, limitMs);
  child.once('exit', () => {
    clearTimeout(limit);
    for (const signal of signals) process.off(signal, sendToAll);
  });
};

/** Prints each line after a label. */
const showLines = (stream, label) =>
  createInterface({ input: stream }).on('line', (line) => process.stdout.write(`${label} ${line}\n`));

/**
 * Runs a command and returns its exit code. With `isQuiet`, output appears only after a failure. With `label`, each
 * line gets the label, so that several commands can run side by side.
 */
export const run = (command, args, { isQuiet = false, label, env = {}, limitMs } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: isQuiet || label ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...quietEnvironment, ...env },
      // A separate process group can be killed as a whole.
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

/** Path of an installed package's program. */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

export const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]))
    exitWithMessage(
      `Obieg needs Node.js ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`,
    );
};

/** Compares the installed packages with the lock file. */
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
  logProgress('installing packages');
  const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0)
    exitWithMessage(
      'npm could not install the packages; see its output above. Check that the package registry is reachable.',
    );
};

/** Builds what changed since the last build, except these workspaces. */
export const buildAll = async (except = []) => {
  logProgress('building what changed');
  const filters = except.map((name) => `--filter=!@obieg/${name}`);
  const args = ['run', 'build', '--output-logs=errors-only', '--log-order=grouped', ...filters];
  const code = await run(bin('turbo'), args, { isQuiet: true });
  if (code !== 0) exitWithMessage('The build failed; see its output above.');
};

/** Bundles the launcher and imports it. */
export const loadLauncher = async () => {
  const { build } = await import('esbuild');
  const { nodeBundle } = await import('../../packages/build-config/src/esbuild.mjs');
  const outfile = fileURLToPath(new URL('dist/main.mjs', import.meta.url));
  await build(nodeBundle(fileURLToPath(new URL('src/main.ts', import.meta.url)), outfile));
  return import(new URL('dist/main.mjs', import.meta.url).href);
};

/** Whether a command exists and exits with 0. */
export const canRun = (command, args = ['--version']) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;
