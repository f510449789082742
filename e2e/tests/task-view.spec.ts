import { expectReadableOnDevices } from '../support/accessibility';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';
import { activity, commentField, fact } from '../support/task-page';
import { actAs, runTransition, submitTask } from '../support/tasks';

/** The exact time and the relative one. */
const minute = /\d\d\.\d\d\.\d{4} \d\d:\d\d (teraz|.+ temu)$/;
/** Answers that assign the task to no group. */
const mailAnswers = { '1': 'Oprogramowanie', '6': 'Poczta' };

test.describe('Task page', () => {
  test('shows an operator everything and all actions', async ({ context, page, product }) => {
    const acme = product.gatewayUrl('acme');
    const marek = await actAs(product, 'marek@acme.test');
    const anna = await actAs(product, 'anna@acme.test');
    const olga = await fetchSession(acme, 'olga@acme.test');
    const id = await submitTask(
      product,
      {
        title: 'Poczta prosi o hasło',
        priority: 'HIGH',
        workflowParameters: mailAnswers,
        visibleUserIds: [olga.id],
        visibleGroupIds: [2],
      },
      marek,
    );
    await addSession(context, acme, 'olga@acme.test');
    await page.goto(`${acme}/task/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Poczta prosi o hasło' })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`Zadanie #${id}`));
    const path = page.getByRole('navigation', { name: 'Ścieżka' });
    await expect(path.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
    await expect(path).toContainText(`Zadanie #${id}`);
    const main = page.getByRole('main');
    await expect(main.getByText(`#${id}`, { exact: true })).toBeVisible();
    await expect(main.getByText('Acme Logistyka')).toBeVisible();
    await expect(main.getByRole('link', { name: 'Nowe zadanie' })).toHaveAttribute('href', '/submit-task');
    for (const name of ['Odśwież', 'Edytuj', 'Wybierz pliki', 'Dodaj komentarz'])
      await expect(page.getByRole('button', { name })).toBeVisible();
    await expect(main.getByText('Brak opisu')).toBeVisible();
    await expect(main.getByText('Brak załączników')).toBeVisible();
    await expect(commentField(page)).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Widoczny dla autora zadania' })).not.toBeChecked();
    const transitions = page.getByRole('region', { name: 'Dostępne przejścia' });
    await expect(transitions.getByRole('button')).toHaveText(['Rozpocznij']);

    await expect(fact(page, 'Status')).toContainText('Nowe');
    await expect(fact(page, 'Przypisanie')).toContainText('Nieprzypisane');
    await expect(fact(page, 'Przypisanie').getByRole('button')).toHaveText('Zmień przypisanie');
    await expect(fact(page, 'Priorytet')).toContainText('Wysoki');
    await expect(fact(page, 'Priorytet').getByRole('button')).toHaveText('Zmień priorytet');
    await expect(fact(page, 'Utworzone przez')).toContainText('marek@acme.test');
    await expect(fact(page, 'Data utworzenia')).toContainText(minute);
    await expect(fact(page, 'Ostatnia aktualizacja')).toHaveCount(0);
    await expect(fact(page, 'Czego dotyczy zgłoszenie?')).toContainText('Oprogramowanie');
    await expect(fact(page, 'Który program sprawia kłopot?')).toContainText('Poczta');
    await expect(fact(page, 'Widoczne dla użytkowników')).toContainText('olga');
    await expect(fact(page, 'Widoczne dla grup')).toContainText('Helpdesk');
    await expectReadableOnDevices(page);

    await marek('POST', `/${id}/assign`, { assignmentType: 'ASSIGN_TO_ME', comment: 'Znam to.' });
    await marek('POST', `/${id}/comment`, { content: 'Stare hasło w telefonie.', visibleGroupIds: [2] });
    await runTransition(marek, id, 'Rozpocznij');
    await expect(anna('GET', `/${id}`)).rejects.toThrow(/404|NOT_FOUND/);
    await page.getByRole('button', { name: 'Odśwież' }).click();
    await expect(fact(page, 'Przypisanie')).toContainText('marek@acme.test');
    await expect(fact(page, 'Status')).toContainText('W toku');
    await expect(fact(page, 'Ostatnia aktualizacja')).toContainText(minute);
    for (const [place, text] of [
      /^marek \(marek@acme\.test\): Nowe zgłoszenie → Nowe/,
      /^marek \(marek@acme\.test\): przypisanie → marek.*Znam to\./,
      /^marek ?marek@acme\.test\d\d\.\d\d\.\d{4} \d\d:\d\d(?:IT \/ )?HelpdeskStare hasło w telefonie\./,
      /^marek \(marek@acme\.test\): Rozpocznij → W toku/,
    ].entries())
      await expect(activity(page).nth(place)).toHaveText(text);
    await expectReadableOnDevices(page);
  });

  test('prints in black on white without controls', async ({ context, page, product }) => {
    const acme = product.gatewayUrl('acme');
    const olga = await actAs(product, 'olga@acme.test');
    const id = await submitTask(product, { title: 'Na papier', workflowParameters: mailAnswers });
    await olga('POST', `/${id}/comment`, { content: 'Wydrukować i podpisać.' });
    await addSession(context, acme, 'olga@acme.test');
    await page.goto(`${acme}/task/${id}`);
    await expect(activity(page).filter({ hasText: 'Wydrukować i podpisać.' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1, name: 'Na papier' })).toBeVisible();
    await expect(activity(page).filter({ hasText: 'Wydrukować i podpisać.' })).toBeVisible();
    for (const label of ['Status', 'Utworzone przez', 'Który program sprawia kłopot?'])
      await expect(fact(page, label)).toBeVisible();
    for (const role of ['button', 'navigation', 'banner', 'textbox'] as const)
      await expect(page.getByRole(role)).toHaveCount(0);
    const body = page.locator('body');
    await expect(body).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(body).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });

  test('shows a visitor, and a reporter of another task, the public part, and lets the author comment', async ({
    context,
    page,
    product,
  }) => {
    const acme = product.gatewayUrl('acme');
    const olga = await actAs(product, 'olga@acme.test');
    const rita = await actAs(product, 'rita@acme.test');
    const task = { title: 'Brama nie domyka się', description: 'Z lewej strony.' };
    const [id, own] = [await submitTask(product, task), await submitTask(product, task, rita)];
    await olga('POST', `/${own}/comment`, { content: 'Będziemy jutro.', visibleToAuthor: true });
    await olga('POST', `/${own}/comment`, { content: 'Znowu ta brama.' });
    await olga('POST', `/${id}/assign`, { assignmentType: 'ASSIGN_TO_ME' });
    await olga('POST', `/${id}/comment`, { content: 'Będziemy jutro.', visibleToAuthor: true });
    await olga('POST', `/${id}/comment`, { content: 'Znowu ta brama.' });
    const expectPublicView = async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Brama nie domyka się' })).toBeVisible();
      await expect(page.getByText('Z lewej strony.')).toBeVisible();
      await expect(activity(page).filter({ hasText: 'Będziemy jutro.' })).toBeVisible();
      await expect(page.getByText('Znowu ta brama.')).toHaveCount(0);
      await expect(page.getByText('gosc@example.com')).toHaveCount(0);
      await expect(page.getByText('olga@acme.test')).toHaveCount(0);
      for (const name of ['Edytuj', 'Dodaj komentarz', 'Wybierz pliki', 'Rozpocznij', /^Zmień/])
        await expect(page.getByRole('button', { name })).toHaveCount(0);
      await expect(commentField(page)).toHaveCount(0);
      await expect(page.getByText(/: przypisanie →/)).toHaveCount(0);
      await expect(fact(page, 'Utworzone przez')).toContainText('g***@example.com');
      await expectReadableOnDevices(page);
    };
    await page.goto(`${acme}/task/${id}`);
    await expectPublicView();
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    await addSession(context, acme, 'rita@acme.test');
    await page.reload();
    await expect(page.getByRole('button', { name: /rita/ })).toBeVisible();
    await expectPublicView();

    await page.goto(`${acme}/task/${own}`);
    await expect(activity(page).filter({ hasText: 'Będziemy jutro.' })).toContainText('Widoczny dla autora');
    await expect(page.getByText('Znowu ta brama.')).toHaveCount(0);
    for (const name of ['Edytuj', 'Rozpocznij', /^Zmień/])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Wybierz pliki' })).toBeVisible();
    await commentField(page).fill('Dziękuję!');
    await page.getByRole('button', { name: 'Dodaj komentarz' }).click();
    await expect(activity(page).filter({ hasText: 'Dziękuję!' })).toContainText(/^rita/);
    await expectReadableOnDevices(page);
  });
});
