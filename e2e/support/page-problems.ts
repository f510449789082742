import { type Browser, type BrowserContext, type BrowserContextOptions, expect } from '@playwright/test';

const policyReportPath = '/api/csp-reports';

/** Answers that a page asks for knowingly; the browser writes them into the console all the same. */
const isAnswer = (text: string): boolean => text.startsWith('Failed to load resource: the server responded');

/** Notes what pages of the context complain about. @returns a function that fails when there was something unexpected. */
export const watchPage = (context: BrowserContext, expected: RegExp | undefined): (() => void) => {
  const problems: string[] = [];
  const note = (problem: string) => {
    if (!expected?.test(problem)) problems.push(problem);
  };
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !isAnswer(text)) note(`${message.page()?.url()}: ${text}`);
  });
  context.on('request', (request) => {
    if (request.url().endsWith(policyReportPath))
      note(`a report of the content policy: ${request.postData()}`);
  });
  context.on('weberror', (problem) => note(`${problem.page()?.url()}: ${problem.error().message}`));
  return () => expect(problems, 'what pages complained about').toEqual([]);
};

/** A browser of its own for one more person, watched like that of the test until it is closed. */
export const openBrowser = async (browser: Browser, options: BrowserContextOptions) => {
  const context = await browser.newContext(options);
  const report = watchPage(context, undefined);
  const close = async (): Promise<void> => {
    await context.close();
    report();
  };
  return { page: await context.newPage(), close };
};
