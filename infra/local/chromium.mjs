// Finds a Chromium for the browser tests, or installs one.
import { existsSync } from 'node:fs';
import { bin, canRun, exitWithMessage, logProgress, quietEnvironment, run } from './prepare.mjs';

const systemPaths = [
  // Without windows. Journeys take a sixth less processor time than in the full browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const findRunnable = (path) => (path && existsSync(path) && canRun(path) ? path : undefined);
const findSystem = () => systemPaths.find(findRunnable);

const findOwn = async () => {
  const { chromium } = await import('@playwright/test');
  return findRunnable(chromium.executablePath());
};

/** Tries Playwright's own download, which fails quickly without network access. */
const download = async () => {
  logProgress('downloading Chromium (Playwright)');
  await run(bin('playwright'), ['install', '--no-shell', 'chromium'], {
    isQuiet: true,
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  });
  return findOwn();
};

const installPackage = async () => {
  if (process.getuid?.() !== 0 || !canRun('apt-get')) return undefined;
  logProgress("installing Chromium (Debian's package)");
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['-qq', 'update'], { isQuiet: true, env });
  const install = ['-qq', 'install', '-y', '--no-install-recommends'];
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if ((await run('apt-get', [...install, name], { isQuiet: true, env })) === 0) break;
  }
  return findSystem();
};

/** @returns the path of a working Chromium; exits with instructions if there is none */
export const ensureChromium = async () => {
  const configured = quietEnvironment.CHROMIUM_PATH;
  if (configured && !findRunnable(configured))
    exitWithMessage(`CHROMIUM_PATH is ${configured}, which does not run.`);
  return (
    findRunnable(configured) ??
    findSystem() ??
    (await findOwn()) ??
    (await download()) ??
    (await installPackage()) ??
    exitWithMessage('The browser tests need Chromium. Install it, or set CHROMIUM_PATH.')
  );
};
