import type { Page } from '@playwright/test';
import { expectReadableOnDevices } from '../support/accessibility';
import { expect, test } from '../support/product';
import { chooseOption, expectQuestion, goToDetails } from '../support/wizard';

const next = (page: Page) => page.getByRole('button', { name: 'Dalej' });
const back = (page: Page) => page.getByRole('button', { name: 'Poprzednie pytanie' });
const field = (page: Page, question: string) => page.getByLabel(question, { exact: true });

/** Enters an invalid answer, checks its error, then enters a valid one with Enter. */
const typeAnswer = async (
  page: Page,
  { question, wrong, problem, right }: { question: string; wrong?: string; problem?: string; right: string },
): Promise<void> => {
  await expectQuestion(page, question);
  await expect(field(page, question)).toBeFocused();
  if (wrong !== undefined && problem !== undefined) {
    await field(page, question).fill(wrong);
    await next(page).click();
    await expect(page.getByText(problem)).toBeVisible();
  }
  await expectReadableOnDevices(page);
  await field(page, question).fill(right);
  await field(page, question).press('Enter');
};

const expectSummary = async (page: Page, answers: (string | RegExp)[]): Promise<void> => {
  await expectQuestion(page, 'Podsumowanie odpowiedzi');
  await expect(page.getByRole('definition')).toHaveText(answers);
};

test.describe('Wizard questions', () => {
  test('ask each type, go forward and back, and end with the summary', async ({ page, product }) => {
    await page.goto(`${product.gatewayUrl('acme')}/submit-task`);
    await expectQuestion(page, 'Czego dotyczy zgłoszenie?');
    await expect(page.getByText('Od odpowiedzi zależą dalsze pytania.')).toBeVisible();
    await expect(back(page)).toHaveCount(0);
    const list = page.getByRole('list', { name: 'Czego dotyczy zgłoszenie?' });
    // The scripts replace the list of the document.
    await expect.poll(async () => (await list.boundingBox())?.width ?? Infinity).toBeLessThanOrEqual(800);
    await expectReadableOnDevices(page);

    await chooseOption(page, 'Usterka sprzętu');
    await expectQuestion(page, 'Jaki to sprzęt?');
    await back(page).click();
    await expectQuestion(page, 'Czego dotyczy zgłoszenie?');
    await chooseOption(page, 'Usterka sprzętu');
    await chooseOption(page, 'Drukarka');
    await expectQuestion(page, 'Jaki to model i gdzie stoi?');
    await typeAnswer(page, { question: 'Jaki to model i gdzie stoi?', right: 'HP, pokój 204' });
    await expectSummary(page, ['Usterka sprzętu', 'Drukarka', 'HP, pokój 204']);
    await page.getByRole('button', { name: 'Wróć do parametrów' }).click();

    await chooseOption(page, 'Usterka sprzętu');
    await chooseOption(page, 'Komputer');
    const number = 'Jaki jest numer inwentarzowy?';
    await typeAnswer(page, {
      question: number,
      right: '\u22121 200,50',
    });
    await expectQuestion(page, 'Czy przez to nie możesz pracować?');
    const options = page.getByRole('list', { name: 'Czy przez to nie możesz pracować?' });
    await expect(options.getByRole('button')).toHaveText([/Tak/, /Nie/]);
    await expectReadableOnDevices(page);
    await chooseOption(page, 'Nie');
    await expectSummary(page, ['Usterka sprzętu', 'Komputer', '-1200,50', 'Nie']);
    await expectReadableOnDevices(page);
    await page.getByRole('button', { name: 'Wróć do parametrów' }).click();

    await chooseOption(page, 'Oprogramowanie');
    await chooseOption(page, 'Portal klienta');
    await typeAnswer(page, {
      question: 'Na jakiej stronie widać błąd?',
      right: 'portal.acme.example/konto',
    });
    await typeAnswer(page, {
      question: 'Od kiedy to się dzieje?',
      wrong: '2026-03-29T02:30',
      problem: 'Tego dnia zegary są przesuwane do przodu i tej godziny nie ma. Podaj inną.',
      right: '2026-11-20T08:30',
    });
    await expectSummary(page, [
      'Oprogramowanie',
      'Portal klienta',
      'https://portal.acme.example/konto',
      '20.11.2026 08:30',
    ]);
    await page.getByRole('button', { name: 'Wróć do parametrów' }).click();

    await chooseOption(page, 'Dostęp do systemu');
    await chooseOption(page, 'Kamery na placu');
    await typeAnswer(page, {
      question: 'Kto potwierdzi potrzebę dostępu?',
      right: 'anna@żółw.pl',
    });
    await expectSummary(page, ['Dostęp do systemu', 'Kamery na placu', 'anna@żółw.pl']);

    await page.goto(`${product.gatewayUrl('acme')}/submit-task`);
    await expectQuestion(page, 'Czego dotyczy zgłoszenie?');
    await expectReadableOnDevices(page);
    await page.getByRole('button', { name: 'Wróć do niego' }).click();
    await expectSummary(page, ['Dostęp do systemu', 'Kamery na placu', 'anna@żółw.pl']);
    await page.getByRole('button', { name: 'Wróć do parametrów' }).click();

    await chooseOption(page, 'Sprawa kadrowa');
    await chooseOption(page, 'Urlop');
    await typeAnswer(page, { question: 'Pierwszy dzień urlopu', right: '2026-12-21' });
    await typeAnswer(page, { question: 'Ostatni dzień urlopu', right: '2026-12-31' });
    await expectSummary(page, ['Sprawa kadrowa', 'Urlop', '21.12.2026', '31.12.2026']);
    await goToDetails(page);
    await expectQuestion(page, 'Szczegóły zadania');
  });
});
