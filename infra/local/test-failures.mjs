// Lists the failed tests of a run from the JSON reports of both runners.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './prepare.mjs';
import { listSpecs } from './test-reports.mjs';

const shownErrorLines = 12;
/** A counterexample of a property is one line of thousands of characters. */
const shownLineLength = 400;
/** Of a page, the menu alone takes 40. */
const shownDetailLines = 150;

const indent = (text, lineCount) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('/node_modules/'))
    .slice(0, lineCount)
    .map((line) => `    ${line.slice(0, shownLineLength)}`);

/**
 * @param callers lines of the test and its helpers that led to the error
 * @param details the pages that were open when the test failed, and what the product logged
 */
const formatFailure = (name, error = '', callers = '', details = []) => ({
  summary: [`Failed: ${name}`, ...indent(error, shownErrorLines), ...indent(callers)].join('\n'),
  details:
    details.length === 0
      ? ''
      : [`Details: ${name}`, ...details.flatMap((detail) => indent(detail, shownDetailLines))].join('\n'),
});

/** Lines of the test and its helpers that led to the error. */
const listCallers = (stack = '') =>
  stack
    .split('\n')
    .filter((line) => line.includes('/e2e/') && line.trim().startsWith('at '))
    .map((line) => line.replace(root, ''))
    .join('\n');

/** Texts that a failed test attached. Traces are files. */
const readAttachments = (results) =>
  results
    .flatMap(({ attachments = [] }) => attachments)
    .filter(({ body }) => body)
    .map(({ body }) => Buffer.from(body, 'base64').toString('utf8'));

/** @param report of Vitest's `json` reporter; undefined if the runner ended without one */
export const listVitestFailures = (report) =>
  (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that failed to load, or whose hooks failed, has no failed test.
    if (failed.length === 0) return status === 'failed' ? [formatFailure(file, message)] : [];
    return failed.map((test) => formatFailure(`${file} > ${test.fullName}`, test.failureMessages[0]));
  });

/** @param report of Playwright's `json` reporter; undefined if the runner ended without one */
export const listJourneyFailures = (report) => [
  ...listSpecs(report?.suites)
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const results = tests.flatMap((test) => test.results);
      const { error } = results[0] ?? {};
      return formatFailure(
        `e2e ${file}:${line} > ${title}`,
        error?.message,
        listCallers(error?.stack),
        readAttachments(results),
      );
    }),
  // A file that failed to load, or a run that took too long.
  ...(report?.errors ?? []).map(({ message }) => formatFailure('e2e', message)),
];
