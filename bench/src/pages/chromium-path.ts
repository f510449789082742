import { existsSync } from 'node:fs';

/** Chromium from CHROMIUM_PATH or the system. */
export const chromiumPath = (): string | undefined =>
  [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find(
    (path) => path && existsSync(path),
  );
