import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type * as TestingLibrary from '@testing-library/dom';
import type { BrowserPage, PageElement } from './driver';

/** An element, named as a person finds it. */
type Target =
  | { role: string; name: string }
  /** A form field. */
  | { label: string }
  | { text: string };

declare global {
  interface Window {
    TestingLibraryDom?: typeof TestingLibrary;
  }
}

/** Maximum time of a step. Sized for a busy machine. */
const stepTimeoutMs = 30_000;
const require = createRequire(import.meta.url);
const libraryFile = require.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js');
const library = readFileSync(libraryFile, 'utf8');

/** Runs in the page, therefore uses nothing of this module. */
const findVisible = (target: Target): HTMLElement | null => {
  const dom = window.TestingLibraryDom;
  if (!dom) return null;
  const findAll = (): HTMLElement[] => {
    if ('role' in target) return dom.queryAllByRole(document.body, target.role, { name: target.name });
    if ('label' in target) return dom.queryAllByLabelText(document.body, target.label);
    return dom.queryAllByText(document.body, target.text);
  };
  return findAll().find((element) => element.checkVisibility()) ?? null;
};

/** What the journey does and expects on a page. Each step waits for its element. */
export interface Screen {
  open(address: string): Promise<void>;
  see(target: Target): Promise<void>;
  /** Waits until the page no longer shows the element. */
  seeNo(target: Target): Promise<void>;
  click(target: Target): Promise<void>;
  /** Clicks a transition until it has run: the page ignores clicks shortly after the transitions changed. */
  clickUntilGone(target: Target): Promise<void>;
  /** Types into an empty field. */
  type(label: string, text: string): Promise<void>;
  /** Waits for the path of the address. */
  seePath(pattern: RegExp): Promise<string>;
}

export const createScreen = (page: BrowserPage): Screen => {
  const find = async (target: Target): Promise<PageElement | undefined> => {
    // A page that was just opened does not have the library yet.
    if (!(await page.evaluate('"TestingLibraryDom" in window'))) await page.evaluate(`void ${library}`);
    return page.findElement(`(${findVisible})(${JSON.stringify(target)})`);
  };
  const nameOf = (target: Target): string => JSON.stringify(target);
  /** React can replace the element between finding and using it. Then it is found again. */
  const use = (target: Target, action: (element: PageElement) => Promise<void>): Promise<void> =>
    expect(async () => {
      const element = await find(target);
      expect(element, nameOf(target)).toBeDefined();
      if (element) await action(element);
    }, nameOf(target)).toPass({ timeout: stepTimeoutMs });
  return {
    open: (address) => page.open(address),
    see: (target) => use(target, async () => {}),
    seeNo: (target) => expect.poll(() => find(target), { message: nameOf(target) }).toBeUndefined(),
    click: (target) => use(target, (element) => element.click()),
    clickUntilGone: (target) =>
      expect(async () => {
        await (await find(target))?.click();
        await expect.poll(() => find(target), { timeout: 3_000 }).toBeUndefined();
      }, nameOf(target)).toPass({ timeout: stepTimeoutMs }),
    type: (label, text) => use({ label }, (element) => element.type(text)),
    seePath: async (pattern) => {
      const readPath = async () => String(await page.evaluate('location.pathname'));
      await expect.poll(readPath).toMatch(pattern);
      return readPath();
    },
  };
};
