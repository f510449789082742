import type { Locator, Page } from '@playwright/test';

/** One fact of a list of facts with its name, its value and what changes it. */
export const fact = (page: Page, name: string): Locator =>
  page.locator('dl > div').filter({ has: page.locator('dt').getByText(name, { exact: true }) });

/** What happened with the task, oldest first. */
export const activity = (page: Page): Locator =>
  page.getByRole('list', { name: 'Aktywność' }).getByRole('listitem');

export const commentField = (page: Page): Locator => page.getByRole('textbox', { name: 'Komentarz' });
