import { expect, type Locator, type Page } from '@playwright/test';

/** One fact of a list of facts with its name, its value and what changes it. */
export const fact = (page: Page, name: string): Locator =>
  page.locator('dl > div').filter({ has: page.locator('dt').getByText(name, { exact: true }) });

/** What happened with the task, oldest first. */
export const activity = (page: Page): Locator =>
  page.getByRole('list', { name: 'Aktywność' }).getByRole('listitem');

export const commentField = (page: Page): Locator => page.getByRole('textbox', { name: 'Komentarz' });

/** Presses the button of a transition, which is behind another where a phone has no room for all. */
export const pressTransition = async (page: Page, name: string): Promise<void> => {
  const button = page.getByRole('button', { name, exact: true });
  const more = page.getByRole('button', { name: /^Więcej \(/ });
  await expect(button.or(more).first()).toBeVisible();
  if (!(await button.isVisible())) await more.click();
  await button.click();
};
