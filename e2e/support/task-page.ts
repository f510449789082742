import { expect, type Locator, type Page } from '@playwright/test';

/** A fact in the side column by its label. */
export const fact = (page: Page, name: string): Locator =>
  page.locator('dl > div').filter({ has: page.locator('dt').getByText(name, { exact: true }) });

/** The activity timeline, oldest entry first. */
export const activity = (page: Page, name = 'Aktywność'): Locator =>
  page.getByRole('list', { name }).getByRole('listitem');

export const commentField = (page: Page): Locator => page.getByRole('textbox', { name: 'Komentarz' });

/** Runs a transition. On a phone, it can be in the overflow menu. */
export const pressTransition = async (page: Page, name: string): Promise<void> => {
  const button = page.getByRole('button', { name, exact: true });
  const more = page.getByRole('button', { name: /^Więcej \(/ });
  await expect(button.or(more).first()).toBeVisible();
  if (!(await button.isVisible())) await more.click();
  await button.click();
};
