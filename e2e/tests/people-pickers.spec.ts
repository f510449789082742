import { expectReadable, expectReadableOnDevices } from '../support/accessibility';
import { createOrganization, superAdministrator } from '../support/organizations';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';

const people = 17;
const emailOf = (number: number): string => `osoba${String(number).padStart(2, '0')}@poczta.example`;

test.describe('User and group pickers', () => {
  test('work by keyboard: thresholds, limit, narrowing, chips', async ({ product, context, page }) => {
    const { address, call } = await createOrganization(product, 'szukaj');
    for (let number = 1; number <= people; number++)
      await call('POST', '/admin/invite-user', { body: { email: emailOf(number), roles: ['MEMBER'] } });
    await addSession(context, address, superAdministrator);
    const searchTerms: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('/users/search')) searchTerms.push(url.searchParams.get('searchTerm') ?? '');
    });
    await page.goto(`${address}/submit-task`);
    const userPicker = page.getByRole('combobox', { name: 'Przypisz do użytkownika' });
    await expect(userPicker).toHaveAttribute('placeholder', 'Szukaj użytkownika');
    await userPicker.focus();
    await page.keyboard.type('o');
    await expect(userPicker).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.type('s');
    const options = page.getByRole('option');
    const list = page.getByRole('listbox');
    await expect(options.filter({ hasText: 'osoba' })).toHaveCount(15);
    await expect(page.getByText('Pokazano pierwsze 15 wyników. Sprecyzuj wyszukiwanie.')).toBeVisible();
    expect((await list.boundingBox())?.height).toBeLessThanOrEqual(300);
    await expectReadable(page);
    await page.keyboard.type('oba0');
    await expect(list.getByRole('option')).toHaveCount(9);
    // How many searches come before depends on the speed of typing.
    await expect.poll(() => searchTerms.at(-1)).toBe('osoba0');
    expect(searchTerms[0]).toBe('os');
    await expect(page.getByText('Pokazano pierwsze 15 wyników.')).toBeHidden();
    await page.keyboard.type('3');
    await expect(list.getByRole('option')).toHaveCount(1);
    expect(searchTerms).not.toContain('osoba03');
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByText(emailOf(3))).toBeVisible();
    await expect(page.getByRole('button', { name: 'Wyczyść wybór' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(userPicker).toBeFocused();
    await page.keyboard.type('nikt');
    await expect(page.getByText('Brak wyników')).toBeVisible();
    await page.getByLabel('Tytuł').focus();
    await expect(page.getByText('Brak wyników')).toBeHidden();
    const readersPicker = page.getByRole('combobox', { name: 'Widoczne dla użytkowników' });
    for (const number of [1, 2, 3]) {
      await readersPicker.focus();
      await page.keyboard.type('osoba0');
      await expect(list.getByRole('option')).toHaveCount(10 - number);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(readersPicker).toHaveValue('');
    }
    const chips = page.getByRole('list', { name: 'Widoczne dla użytkowników: Wybrane' });
    await expect(chips.getByRole('listitem')).toHaveCount(3);
    await expectReadableOnDevices(page);
    await chips.getByRole('button', { name: `Usuń: ${emailOf(2)}` }).press('Enter');
    await expect(chips.getByRole('button', { name: `Usuń: ${emailOf(3)}` })).toBeFocused();
    await page.getByRole('button', { name: 'Wyczyść wszystko' }).press('Enter');
    await expect(chips).toBeHidden();
    await expect(readersPicker).toBeFocused();
    await expect(page.getByRole('group', { name: 'Widoczne dla grup' }).getByText('Brak grup')).toBeVisible();

    for (let number = 1; number <= 9; number++)
      await call('POST', '/groups', { body: { name: `Zespół ${number}` } });
    await page.reload();
    await expect(page.getByLabel('Przypisz do grupy').getByRole('option')).toHaveCount(10);
    const boxes = page.getByRole('group', { name: 'Widoczne dla grup' });
    await expect(boxes.getByRole('checkbox')).toHaveCount(9);
    await boxes.getByRole('checkbox', { name: 'Zespół 4' }).press('Space');
    await expect(page.getByRole('list', { name: 'Widoczne dla grup: Wybrane' })).toHaveText('Zespół 4');
    await call('POST', '/groups', { body: { name: 'Zespół 10', description: 'Nocna zmiana' } });
    await page.reload();
    const groups = page.getByRole('combobox', { name: 'Widoczne dla grup' });
    await groups.fill('NOCNA');
    await expect(list.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await groups.fill('zespół 1');
    await expect(list.getByRole('option')).toHaveText(['Zespół 1']);
    await expectReadableOnDevices(page);
  });
});
