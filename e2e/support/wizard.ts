import { expect, type Page } from '@playwright/test';

/** Waits for a question of the wizard. */
export const expectQuestion = (page: Page, text: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name: text, exact: true })).toBeVisible();

export const chooseOption = (page: Page, value: string): Promise<void> =>
  page.getByRole('button', { name: value, exact: true }).click();

/** Continues from the summary to the details form. */
export const goToDetails = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Kontynuuj - Uzupełnij szczegóły zadania' }).click();

/** Opens the details form of acme's wizard by the shortest path. */
export const answerFewestQuestions = async (page: Page): Promise<void> => {
  await chooseOption(page, 'Oprogramowanie');
  await chooseOption(page, 'Poczta');
  await goToDetails(page);
  await expectQuestion(page, 'Szczegóły zadania');
};
