import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  expect,
  type Request,
  type WebError,
} from '@playwright/test';
import { browserOptions } from './browser';

const policyReportPath = '/api/csp-reports';

/** Chromium logs every error response. Tests provoke many of them and check their effect on the page. */
const isErrorResponse = (text: string): boolean =>
  text.startsWith('Failed to load resource: the server responded');

interface PageProblems {
  stop(): void;
  /** Fails the test if a page reported a problem. */
  expectNone(): void;
}

/** Collects console errors, uncaught exceptions and content-policy reports of all pages in a context. */
export const watchContext = (context: BrowserContext, expected: RegExp | undefined): PageProblems => {
  const problems: string[] = [];
  const addProblem = (problem: string) => {
    if (!expected?.test(problem)) problems.push(problem);
  };
  const onConsole = (message: ConsoleMessage) => {
    const text = message.text();
    if (message.type() === 'error' && !isErrorResponse(text)) addProblem(`${message.page()?.url()}: ${text}`);
  };
  const onRequest = (request: Request) => {
    if (request.url().endsWith(policyReportPath))
      addProblem(`a report of the content security policy: ${request.postData()}`);
  };
  const onError = (problem: WebError) => addProblem(`${problem.page()?.url()}: ${problem.error().message}`);
  context.on('console', onConsole);
  context.on('request', onRequest);
  context.on('weberror', onError);
  return {
    stop: () => {
      context.off('console', onConsole);
      context.off('request', onRequest);
      context.off('weberror', onError);
    },
    expectNone: () => expect(problems, 'problems that pages reported').toEqual([]),
  };
};

/** Opens a separate browser context for another person. `close` fails the test if a page reported a problem. */
export const openBrowser = async (browser: Browser, options: BrowserContextOptions) => {
  const context = await browser.newContext({ ...browserOptions, ...options });
  const problems = watchContext(context, undefined);
  const close = async (): Promise<void> => {
    await context.close();
    problems.expectNone();
  };
  return { page: await context.newPage(), close };
};
