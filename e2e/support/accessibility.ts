import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails with the rule and the place of each violation that axe finds on the page as it stands. */
export const expectAccessible = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
};

/** Accessible in the theme that is on, and nothing reaches beyond the width of the screen. */
export const expectReadable = async (page: Page): Promise<void> => {
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `pixels beyond the screen of ${page.url()}`).toBeLessThanOrEqual(0);
};
