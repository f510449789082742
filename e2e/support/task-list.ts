import { expect, type Locator, type Page } from '@playwright/test';

/** What folds those filters of the task list that are not of spec 3 §2, on a phone alone. */
export const moreFilters = (page: Page): Locator => page.getByRole('button', { name: /^Więcej filtrów/ });

/** On a phone these are folded. */
export const showMoreFilters = async (page: Page): Promise<void> => {
  const folded = page.getByRole('checkbox', { name: 'Zadania moich grup' });
  await expect(moreFilters(page).or(folded).first()).toBeVisible();
  if (await moreFilters(page).isVisible()) await moreFilters(page).click();
  await expect(folded).toBeVisible();
};
