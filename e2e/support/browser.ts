import { existsSync } from 'node:fs';

/** Turns off background connections, which a closed network refuses at every start. */
const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A camera with a test picture, which pages may use.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** Chromium from `npm test` (CHROMIUM_PATH), the system or Playwright's download. */
const chromiumPath = (): string | undefined =>
  [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path && existsSync(path));

const executablePath = chromiumPath();
export const launchOptions = { args: chromiumArguments, ...(executablePath ? { executablePath } : {}) };

/** Locale, time zone and window of every page. */
export const browserOptions = {
  locale: 'pl-PL',
  timezoneId: 'Europe/Warsaw',
  viewport: { width: 1440, height: 900 },
  // Rendering animations takes an eighth of the processor time of a run.
  reducedMotion: 'reduce' as const,
};

/** Maximum time for an action to find its element. Sized for a busy machine; no test depends on speed. */
export const actionTimeoutMs = 20_000;
