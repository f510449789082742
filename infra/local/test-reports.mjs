// The JSON reports that the runners of `npm test` leave.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

export const reportsFolder = join(root, '.cache/test-reports');

/** @param name `vitest`, `products` or `playwright` */
export const reportFile = (name) => join(reportsFolder, `${name}.json`);

/** @returns undefined if the runner ended without a report */
export const readReport = (name) => {
  const file = reportFile(name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
};

/** The tests of a suite of Playwright's report, with those of its inner suites. */
export const listSpecs = (suites = []) =>
  suites.flatMap(({ suites: inner, specs = [] }) => [...specs, ...listSpecs(inner)]);
