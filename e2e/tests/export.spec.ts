import { readFileSync } from 'node:fs';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { submitTask } from '../support/tasks';

test('an operator saves a list as a file', async ({ context, page, product }) => {
  const acme = product.gatewayUrl('acme');
  const title = 'Eksport: "pilne"; rampa 4';
  const id = await submitTask(product, { title });
  await addSession(context, acme, 'olga@acme.test');
  await page.goto(`${acme}/tasks?statusTypes=INITIAL`);
  await page.getByRole('button', { name: 'Eksportuj do CSV' }).click();
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: 'Kolumny' })
    .selectOption({ label: 'Wszystkie' });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Eksportuj', exact: true }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file).toMatch(/^\uFEFF"Numer";"Tytuł";/);
  expect(file).toContain(`"${id}";"Eksport: ""pilne""; rampa 4";"Nowe";`);
});
