import { expectAccessible } from '../support/accessibility';
import { readCode } from '../support/mails';
import { expect, test } from '../support/product';

test('a visitor proves the address, becomes a reporter and follows what was submitted', async ({
  product,
  page,
}) => {
  const acme = product.gatewayUrl('acme');
  const email = 'nowa.osoba@poczta.example';
  await page.goto(`${acme}/submit-task`);
  await page.getByRole('button', { name: 'Inna sprawa' }).click();
  await page.getByRole('textbox').fill('Klucz do szafki');
  await page.getByRole('button', { name: 'Dalej' }).click();
  await page.getByRole('button', { name: 'Kontynuuj - Uzupełnij szczegóły zadania' }).click();
  await page.getByLabel('Tytuł').fill('Zgubiony klucz');
  await page.getByLabel(/e-mail/i).fill(email);
  await page.getByRole('button', { name: 'Utwórz zadanie' }).click();
  await page.getByRole('button', { name: 'Zweryfikuj e-mail' }).click();

  const field = page.getByLabel('Kod weryfikacyjny');
  await expect(field).toBeFocused();
  await expect(page.getByText('n***@poczta.example')).toBeVisible();
  await expectAccessible(page);
  const code = await readCode(product, email);
  await field.fill(code === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Zweryfikuj' }).click();
  await expect(page.getByText('Nieprawidłowy kod weryfikacyjny')).toBeVisible();
  await expectAccessible(page);
  await field.fill(code);
  await page.getByRole('button', { name: 'Zweryfikuj' }).click();
  await expect(page.getByText('Email został pomyślnie zweryfikowany!')).toBeVisible();

  await expect(page.getByRole('heading', { name: 'Ustaw hasło' })).toBeVisible();
  await page.getByLabel('Hasło', { exact: true }).fill('tajne-haslo');
  await page.getByLabel('Potwierdź hasło').fill('tajne-haslo');
  await page.getByRole('button', { name: 'Ustaw hasło' }).click();

  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Zgubiony klucz' })).toBeVisible();
  await expectAccessible(page);
});
