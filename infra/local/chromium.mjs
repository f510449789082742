// Finds a Chromium for the browser tests, or installs one.
import { existsSync } from 'node:fs';
import { answers, bin, giveUp, quietEnvironment, run, say } from './prepare.mjs';

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const present = (path) => (path && existsSync(path) && answers(path) ? path : undefined);
const findSystem = () => systemPaths.find(present);

const findOwn = async () => {
  const { chromium } = await import('@playwright/test');
  return present(chromium.executablePath());
};

/** Tries Playwright's own download, which fails quickly on a closed network. */
const download = async () => {
  say('downloading Chromium (Playwright)');
  await run(bin('playwright'), ['install', '--no-shell', 'chromium'], {
    isQuiet: true,
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  });
  return findOwn();
};

const installPackage = async () => {
  if (process.getuid?.() !== 0 || !answers('apt-get')) return undefined;
  say("installing Chromium (Debian's package)");
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['-qq', 'update'], { isQuiet: true, env });
  await run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', 'chromium'], {
    isQuiet: true,
    env,
  });
  return findSystem();
};

/** @returns the path of a working Chromium; exits with instructions if there is none */
export const ensureChromium = async () => {
  const wanted = quietEnvironment.CHROMIUM_PATH;
  if (wanted && !present(wanted)) giveUp(`CHROMIUM_PATH is ${wanted}, which does not run.`);
  return (
    present(wanted) ??
    findSystem() ??
    (await findOwn()) ??
    (await download()) ??
    (await installPackage()) ??
    giveUp('The browser tests need Chromium. Install it, or set CHROMIUM_PATH.')
  );
};
