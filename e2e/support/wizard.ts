import { expect, type Page } from '@playwright/test';

/** The question that fills the screen now. */
export const expectQuestion = (page: Page, text: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name: text, exact: true })).toBeVisible();

export const choose = (page: Page, value: string): Promise<void> =>
  page.getByRole('button', { name: value, exact: true }).click();

/** Through the summary to the form. */
export const goToDetails = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Kontynuuj - Uzupełnij szczegóły zadania' }).click();

/** The shortest way through acme's questions. */
export const answerShortly = async (page: Page): Promise<void> => {
  await choose(page, 'Oprogramowanie');
  await choose(page, 'Poczta');
  await goToDetails(page);
  await expectQuestion(page, 'Szczegóły zadania');
};
