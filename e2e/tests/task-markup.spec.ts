import { requestSite } from '@obieg/local';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';

/** Each part would run or leave the page if it were interpreted as markup. */
const markup = (name: string): string =>
  `${name} <img src=x onerror="document.title='broken'"><script>document.title='broken'</script><a href="javascript:alert(1)">x</a>`;

test('markup in every text of a task appears as text in list, page and edit form', async ({
  context,
  page,
  product,
}) => {
  const acme = product.gatewayUrl('acme');
  await addSession(context, acme, 'olga@acme.test');
  const { token } = await fetchSession(acme, 'olga@acme.test');
  const call = async (method: string, path: string, body: object) => {
    const response = await requestSite(method, `${acme}/api/tasks${path}`, { token, body });
    expect(response.status, response.text).toBeLessThan(300);
    return response.body as { publicTaskId: number };
  };
  const { publicTaskId: id } = await call('POST', '', {
    title: markup('Tytuł'),
    description: markup('Opis'),
    workflowParameters: { '1': 'Usterka sprzętu', '2': 'Drukarka', '3': markup('Odpowiedź') },
  });
  await call('POST', `/${id}/comment`, { content: markup('Komentarz') });
  await call('POST', `/${id}/priority`, { priority: 'HIGH', comment: markup('Priorytet') });
  await call('POST', `/${id}/assign`, { assignmentType: 'ASSIGN_TO_ME', comment: markup('Przypisanie') });
  await call('PUT', `/${id}`, {
    title: markup('Nowy tytuł'),
    workflowParameters: { '3': markup('Nowa odpowiedź') },
    comment: markup('Zmiana'),
  });

  await page.goto(`${acme}/tasks?search=${encodeURIComponent('<script>')}`);
  await expect(page.getByRole('link', { name: markup('Nowy tytuł') }).first()).toBeVisible();
  await page.goto(`${acme}/task/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: markup('Nowy tytuł') })).toBeVisible();
  for (const name of ['Opis', 'Komentarz', 'Priorytet', 'Przypisanie', 'Zmiana', 'Nowa odpowiedź', 'Tytuł'])
    await expect(page.getByText(markup(name)).first()).toBeVisible();
  await page.getByRole('button', { name: 'Edytuj', exact: true }).click();
  const form = page.getByRole('form', { name: 'Edycja zadania' });
  await expect(form.getByLabel('Tytuł')).toHaveValue(markup('Nowy tytuł'));
  await expect(page).toHaveTitle(/Zadanie #/);
  expect(await page.locator('main img, main script, main a[href^="javascript"]').count()).toBe(0);
});
