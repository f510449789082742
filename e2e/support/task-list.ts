import { expect, type Locator, type Page } from '@playwright/test';

/** On a phone: the button that shows the filters. */
export const filtersButton = (page: Page, label = 'Filtry'): Locator =>
  page.locator('main button[aria-expanded]').filter({ hasText: new RegExp(`^${label}`) });

/** Shows the folded filters on a phone. */
export const showFilters = async (page: Page): Promise<void> => {
  const button = filtersButton(page);
  const folded = page.getByRole('checkbox', { name: 'Przypisane do mnie' });
  await expect(button.or(folded).first()).toBeVisible();
  if (await folded.isHidden()) await button.click();
  await expect(folded).toBeVisible();
};
