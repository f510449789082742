import type { Locator, Page } from '@playwright/test';

/** One fact of a list of facts, by its name. */
export const fact = (page: Page, name: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(name, { exact: true }) })
    .locator('dd');

/** What happened with the task, oldest first. */
export const activity = (page: Page): Locator =>
  page.getByRole('list', { name: 'Aktywność' }).getByRole('listitem');

export const commentField = (page: Page): Locator => page.getByRole('textbox', { name: 'Komentarz' });
