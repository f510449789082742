import { requestSite } from '@obieg/local';
import { expectReadable } from '../support/accessibility';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';

test('a calendar reads due dates until their owner revokes its address', async ({ product, page }) => {
  const acme = product.gatewayUrl('acme');
  await addSession(page.context(), acme, 'marek@acme.test');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${acme}/account`);
  await page.getByRole('button', { name: 'Utwórz adres' }).click();
  const address = (await page.getByText(/\/api\/calendar\/[\w-]{43}\.ics$/).textContent()) ?? '';
  await expectReadable(page);

  const { status, headers, text } = await requestSite('GET', address);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/);
  const again = await requestSite('GET', address, {
    headers: { 'if-none-match': String(headers['etag']) },
  });
  expect(again.status).toBe(304);

  await page.getByRole('button', { name: 'Odwołaj adres' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Odwołaj adres' }).click();
  await expect(page.getByText('Nie masz jeszcze adresu kalendarza.')).toBeVisible();
  expect((await requestSite('GET', address)).status).toBe(404);
});
