import { existsSync } from 'node:fs';

/** Chromium must not look outside: a closed network would refuse its background connections at every start. */
const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A camera that shows a test picture; a page still has to be allowed to use it.
  '--use-fake-device-for-media-stream',
];

/** The browser that `npm test` found or installed (CHROMIUM_PATH), else a system one, else Playwright's own. */
const chromiumPath = (): string | undefined =>
  [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path && existsSync(path));

const executablePath = chromiumPath();
export const launchOptions = { args: chromiumArguments, ...(executablePath ? { executablePath } : {}) };
