import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { UiProvider } from '../provider/UiProvider';
import { ActionMenu } from './ActionMenu';

it('is in the landmark of its button', async () => {
  render(
    <UiProvider language="pl" onLanguageChange={() => undefined}>
      <main>
        <ActionMenu label="Akcje" items={[{ label: 'Zmień' }]} />
      </main>
    </UiProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Akcje' }));
  expect(screen.getByRole('main').contains(await screen.findByRole('menu', { hidden: true }))).toBe(true);
});

it('contains nothing but items and dividers', async () => {
  render(
    <UiProvider language="pl" onLanguageChange={() => undefined}>
      <ActionMenu label="Akcje" items={[{ label: 'Zmień' }, { label: 'Usuń', isDestructive: true }]} />
    </UiProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Akcje' }));
  // Hidden, because its position is unknown without a layout.
  const menu = await screen.findByRole('menu', { hidden: true });
  expect([...menu.children].map((child) => child.getAttribute('role') ?? child.className)).toEqual([
    'menuitem',
    expect.stringContaining('Menu-divider'),
    'menuitem',
  ]);
});
