import { requestSite } from '@obieg/local';
import { expectReadable } from '../support/accessibility';
import { fakeNextResponses } from '../support/api-responses';
import { devices } from '../support/devices';
import { readCode } from '../support/mails';
import { expect, test } from '../support/product';

// The tests abort connections.
test.use({ expectedProblems: /net::ERR_FAILED/ });

for (const { name, viewport, colorScheme } of devices) {
  test.describe(`A visitor, ${name},`, () => {
    test.use({ viewport, colorScheme });
    test('verifies the address, becomes a reporter and follows the submission', async ({ product, page }) => {
      const acme = product.gatewayUrl('acme');
      const email = `nowa.osoba${viewport.width}@poczta.example`;
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
      await expect(page.getByText(/^Kod potwierdza zgłoszenie \d{12}\./)).toBeVisible();
      await expectReadable(page);
      await page.getByRole('button', { name: 'Zweryfikuj' }).click();
      await expect(page.getByText('Kod weryfikacyjny jest wymagany')).toBeVisible();
      await field.fill('12345');
      await page.getByRole('button', { name: 'Zweryfikuj' }).click();
      await expect(page.getByText('Kod musi składać się z 6 cyfr')).toBeVisible();
      await expect(field).toHaveAttribute('maxlength', '6');
      const code = await readCode(product, email);
      await field.fill(code === '000000' ? '111111' : '000000');
      await page.getByRole('button', { name: 'Zweryfikuj' }).click();
      await expect(page.getByText('Nieprawidłowy kod weryfikacyjny')).toBeVisible();
      await expectReadable(page);
      await fakeNextResponses(page, 'email-verification/verify-with-token', 'offline');
      await field.fill(code);
      await page.getByRole('button', { name: 'Zweryfikuj' }).click();
      await expect(page.getByText('Wystąpił błąd podczas weryfikacji kodu')).toBeVisible();
      await page.getByRole('button', { name: 'Zweryfikuj' }).click();
      await expect(page.getByText('Email został pomyślnie zweryfikowany!')).toBeVisible();

      await expect(page.getByRole('heading', { name: 'Ustaw hasło' })).toBeVisible();
      await page.getByLabel('Hasło', { exact: true }).fill('tajne-haslo');
      await page.getByLabel('Potwierdź hasło').fill('tajne-haslo');
      await page.getByRole('button', { name: 'Ustaw hasło' }).click();

      await expect(page.getByRole('heading', { level: 1, name: 'Zgubiony klucz' })).toBeVisible();
      await expectReadable(page);
      await page.goto(`${acme}/dashboard`);
      await expect(page.getByRole('link', { name: 'Zgubiony klucz' })).toBeVisible();
      await expectReadable(page);
    });

    test('sees each message of a verification opened by its address', async ({ product, openPage, page }) => {
      const acme = product.gatewayUrl('acme');
      await page.goto(`${acme}/verify-email`);
      await expect(page.getByRole('heading', { name: /Czego dotyczy/ })).toBeVisible();
      expect(page.url()).toBe(`${acme}/submit-task`);
      await page.goto(`${acme}/verify-email?token=${'a'.repeat(43)}`);
      await expect(page.getByRole('heading', { name: 'Nieprawidłowy lub wygasły token' })).toBeVisible();
      await expectReadable(page);

      await fakeNextResponses(page, 'email-verification/token-info/*', 503);
      const { body } = await requestSite('POST', `${acme}/api/email-verification/send-code`, {
        body: { email: `druga.karta${viewport.width}@poczta.example` },
      });
      const { token } = body as { token: string };
      await page.goto(`${acme}/verify-email?token=${token}`);
      await expect(page.getByText('Wystąpił błąd podczas pobierania informacji o tokenie')).toBeVisible();
      await expectReadable(page);
      await page.getByRole('button', { name: 'Spróbuj ponownie' }).click();
      await expect(page.getByText('d***@poczta.example')).toBeVisible();

      const pageWithoutEmail = await openPage();
      await fakeNextResponses(pageWithoutEmail, 'email-verification/token-info/*', {
        body: { success: true, email: null, canResend: true },
      });
      await pageWithoutEmail.goto(`${acme}/verify-email?token=${token}`);
      await pageWithoutEmail.getByRole('button', { name: 'Wyślij kod ponownie' }).click();
      await expect(pageWithoutEmail.getByText('Brak adresu email')).toBeVisible();

      // Simulates that the minute before a resend has passed.
      const tab = await openPage();
      await tab.route('**/api/email-verification/token-info/*', (route) =>
        route.fulfill({ json: { success: true, email: 'd***@poczta.example', canResend: true } }),
      );
      await tab.goto(`${acme}/verify-email?token=${token}`);
      const resend = tab.getByRole('button', { name: 'Wyślij kod ponownie' });
      await fakeNextResponses(tab, 'email-verification/send-code', 500, 'offline');
      await resend.click();
      await expect(tab.getByText('Błąd podczas wysyłania kodu', { exact: true })).toBeVisible();
      await expectReadable(tab);
      await resend.click();
      await expect(tab.getByText('Wystąpił błąd podczas wysyłania kodu weryfikacyjnego')).toBeVisible();
      const resent = tab.waitForRequest('**/api/email-verification/send-code');
      await fakeNextResponses(tab, 'email-verification/send-code', {
        body: { success: true, token, message: '' },
      });
      await resend.click();
      expect((await resent).postDataJSON()).toEqual({ token });
      await expect(
        tab.getByText('Kod weryfikacyjny został ponownie wysłany na Twój adres email'),
      ).toBeVisible();
    });
  });
}
