import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { UiProvider } from '../provider/UiProvider';
import { CheckboxMenu } from './CheckboxMenu';

const options = ['Pilne', 'Zwykłe', 'Inne'].map((name) => ({ value: name, label: name }));

const Menu = () => {
  const [value, setValue] = useState<string[]>(['Inne']);
  return (
    <UiProvider nonce="">
      <CheckboxMenu
        label="Priorytet"
        selectedLabel="wybrane:"
        options={options}
        value={value}
        onChange={setValue}
      />
      <output>{value.join(' ')}</output>
      <button type="button">Dalej</button>
    </UiProvider>
  );
};

const opener = () => screen.getByRole('button', { name: /^Priorytet/ });
const isOpen = () => opener().getAttribute('aria-expanded') === 'true';
const boxes = () => screen.queryAllByRole('checkbox');

describe('CheckboxMenu', () => {
  it('shows the number of selected options, focuses the first one on opening, and keeps their order', async () => {
    render(<Menu />);
    expect(opener()).toBe(screen.getByRole('button', { name: 'Priorytet wybrane: 1' }));
    expect([isOpen(), boxes()]).toEqual([false, []]);
    await userEvent.click(opener());
    expect([isOpen(), boxes().length]).toEqual([true, 3]);
    const controlled = document.getElementById(opener().getAttribute('aria-controls') ?? '');
    expect(boxes().every((one) => controlled?.contains(one))).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Pilne' }));
    screen.getByRole('group', { name: 'Priorytet' });
    await userEvent.keyboard(' ');
    expect(screen.getByRole('status').textContent).toBe('Pilne Inne');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Inne' }));
    expect(screen.getByRole('status').textContent).toBe('Pilne');
  });

  it('closes on Escape, on a click outside and when the focus leaves', async () => {
    render(<Menu />);
    await userEvent.click(opener());
    await userEvent.keyboard('{Escape}');
    expect([isOpen(), document.activeElement]).toEqual([false, opener()]);
    await userEvent.click(opener());
    await userEvent.click(screen.getByRole('status'));
    expect(isOpen()).toBe(false);
    await userEvent.click(opener());
    await userEvent.tab();
    await userEvent.tab();
    expect(isOpen()).toBe(true);
    await userEvent.tab();
    expect([isOpen(), document.activeElement]).toEqual([
      false,
      screen.getByRole('button', { name: 'Dalej' }),
    ]);
  });
});
