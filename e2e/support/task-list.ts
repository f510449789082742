import { expect, type Locator, type Page } from '@playwright/test';

/** What folds the filters of the task list, on a phone alone. */
export const filtersFold = (page: Page): Locator => page.getByRole('button', { name: /^Filtry/ });

/** On a phone the filters of the task list are folded. */
export const showFilters = async (page: Page): Promise<void> => {
  const fold = filtersFold(page);
  await expect(fold.or(page.getByRole('checkbox', { name: 'Przypisane do mnie' })).first()).toBeVisible();
  if (await fold.isVisible()) await fold.click();
  await expect(page.getByRole('checkbox', { name: 'Przypisane do mnie' })).toBeVisible();
};
