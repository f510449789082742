import type { MentionCandidates } from '@obieg/contracts';
import { expectReadable, expectReadableOnDevices } from '../support/accessibility';
import { browserOptions } from '../support/browser';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { activity, commentField } from '../support/task-page';
import { actAs, submitTask } from '../support/tasks';

test.describe('Mentions', () => {
  test('mention a person who cannot see the task, give access, and tell who will see it', async ({
    browser,
    context,
    page,
    product,
  }) => {
    const acme = product.gatewayUrl('acme');
    const wiktor = await actAs(product, 'wiktor@acme.test');
    const title = 'Poufna sprawa';
    const id = await submitTask(product, { title }, wiktor);
    const { candidates } = await wiktor<MentionCandidates>(
      'GET',
      `/${id}/mention-candidates?searchTerm=olga`,
    );
    // The answers assign the task to a group, whose members would see it.
    await wiktor('POST', `/${id}/assign`, { assignmentType: 'ASSIGN_TO_ME' });
    await wiktor('PUT', `/${id}`, { title, visibleUserIds: candidates.map((person) => person.id) });

    await addSession(context, acme, 'olga@acme.test');
    await page.goto(`${acme}/task/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const field = commentField(page);
    await field.click();
    await page.keyboard.type('Sprawdź proszę @');
    const list = page.getByRole('listbox', { name: 'Osoby do wspomnienia' });
    await expect(list.getByRole('option').first()).toContainText('wiktor');
    await page.keyboard.type('mar');
    const marek = list.getByRole('option', { name: /marek/ });
    await expect(list.getByRole('option')).toHaveCount(1);
    await expect(marek).toContainText('Nie widzi tego zadania. Wybierz, aby dać dostęp do zadania.');
    await expect(field).toHaveAttribute('aria-activedescendant', (await marek.getAttribute('id')) ?? '');
    await expectReadable(page);
    await page.keyboard.press('Enter');
    await expect(list).toBeHidden();
    await expect(field).toHaveValue('Sprawdź proszę @marek ');
    await page.keyboard.type('dzisiaj');
    await expect(field).toHaveValue('Sprawdź proszę @marek dzisiaj');
    await expect(page.getByText('Zobaczą:').locator('..')).toContainText('Ty, marek, autor zadania (wiktor)');
    await expect(page.getByText('marek dostanie dostęp do zadania po dodaniu komentarza.')).toBeVisible();
    await expectReadableOnDevices(page);
    await page.keyboard.press('Control+Enter');
    await expect(field).toHaveValue('');
    const entry = activity(page).filter({ hasText: 'Sprawdź proszę' });
    await expect(entry.locator('strong', { hasText: '@marek' })).toBeVisible();

    const other = await browser.newContext(browserOptions);
    await addSession(other, acme, 'marek@acme.test');
    const inbox = await other.newPage();
    await inbox.goto(`${acme}/inbox`);
    await expect(inbox.getByText('olga wspomina o Tobie').first()).toBeVisible();
    await inbox.getByRole('link', { name: title }).first().click();
    await expect(inbox.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(activity(inbox).filter({ hasText: 'Sprawdź proszę' })).toContainText('@marek');
    await other.close();
  });
});
