import type { TaskResponse } from '@obieg/contracts';
import { expectReadableOnDevices } from '../support/accessibility';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { actAs } from '../support/tasks';
import { answerFewestQuestions } from '../support/wizard';

test.describe('Submission details', () => {
  test('let a member assign and restrict the task', async ({ context, page, product }) => {
    const acme = product.gatewayUrl('acme');
    await addSession(context, acme, 'marek@acme.test');
    await page.goto(`${acme}/submit-task`);
    await answerFewestQuestions(page);
    await page.getByLabel('Tytuł').fill('Poczta na telefonie');
    await page.getByLabel('Priorytet').selectOption({ label: 'Najwyższy' });
    await page.getByLabel('Przypisz do grupy').selectOption({ label: 'Kadry' });
    await page.getByLabel('Przypisz do użytkownika').fill('olga');
    await page.getByRole('option', { name: /olga/ }).click();
    // A task has one assignee.
    await expect(page.getByLabel('Przypisz do grupy')).toHaveValue('');
    await page.getByLabel('Widoczne dla użytkowników').fill('anna');
    await page.getByRole('option', { name: /anna/ }).click();
    await page.getByRole('checkbox', { name: /Helpdesk/ }).check();
    await expectReadableOnDevices(page);
    await page.getByRole('button', { name: 'Utwórz zadanie' }).click();
    const link = page.getByRole('link', { name: 'Przejdź do zadania' });
    await expect(link).toBeVisible();
    await expect(page.getByRole('button', { name: 'Zweryfikuj e-mail' })).toHaveCount(0);
    await expectReadableOnDevices(page);
    const marek = await actAs(product, 'marek@acme.test');
    const path = ((await link.getAttribute('href')) ?? '').replace('/task', '');
    expect((await marek<TaskResponse>('GET', path)).task).toMatchObject({
      priority: 'HIGHEST',
      createdBy: 'marek@acme.test',
      assignedUserName: 'olga',
      visibleUsers: [{ userName: 'anna' }],
      visibleGroups: [{ groupName: 'IT / Helpdesk' }],
    });
  });
});
