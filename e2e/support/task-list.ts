import { expect, type Locator, type Page } from '@playwright/test';

/** On a phone: the button that shows the filters beyond those of spec 3 §2. */
export const moreFilters = (page: Page): Locator => page.getByRole('button', { name: /^Więcej filtrów/ });

/** Shows the folded filters on a phone. */
export const showMoreFilters = async (page: Page): Promise<void> => {
  const folded = page.getByRole('checkbox', { name: 'Zadania moich grup' });
  await expect(moreFilters(page).or(folded).first()).toBeVisible();
  if (await moreFilters(page).isVisible()) await moreFilters(page).click();
  await expect(folded).toBeVisible();
};
