import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { UserSearchBox } from '../pickers/UserSearchBox';
import { UiProvider } from '../provider/UiProvider';
import { PasswordField } from './PasswordField';
import { SelectField } from './SelectField';
import { TextArea, TextField } from './TextField';

const texts = { label: 'Pole', help: 'Pomoc.', error: 'Błąd.' };
const findNoUsers = async () => ({ users: [], limitReached: false });
const fields: Record<string, ReactNode> = {
  'a text field': <TextField {...texts} />,
  'a text field with another description': <TextField {...texts} aria-describedby="other" />,
  'a text area': <TextArea {...texts} />,
  'a password field': <PasswordField {...texts} />,
  'a select': <SelectField {...texts} options={[]} />,
  'a user search box': <UserSearchBox {...texts} search={findNoUsers} value={null} onChange={() => {}} />,
};

describe('Field', () => {
  it.each(Object.keys(fields))('links name, error and help to the control of %s', (name) => {
    render(
      <UiProvider nonce="">
        <span id="other">Inne.</span>
        {fields[name]}
      </UiProvider>,
    );
    const control = screen.getByLabelText('Pole');
    const described = (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(described.slice(-2)).toEqual(['Błąd.', 'Pomoc.']);
    expect(described.includes('Inne.')).toBe(name.includes('another'));
    expect(control.getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    ['optional', true],
    ['if known', 'if known'],
  ] as const)('describes the control with "%s" beside the label', (text, optional) => {
    render(
      <UiProvider nonce="" language="en">
        <TextField label="Pole" optional={optional} />
      </UiProvider>,
    );
    const id = screen.getByLabelText('Pole').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(id)?.textContent).toBe(text);
  });
});

const Form = () => {
  const [error, setError] = useState<string>();
  return (
    <UiProvider nonce="">
      <TextField
        label="Pole"
        error={error}
        onBlur={() => setError('Błąd.')}
        onChange={() => setError(undefined)}
      />
      <button type="button">Dalej</button>
    </UiProvider>
  );
};

describe('error on blur', () => {
  const pressNext = async () => {
    const user = userEvent.setup();
    render(<Form />);
    await user.click(screen.getByLabelText('Pole'));
    const next = screen.getByText('Dalej');
    await user.pointer({ keys: '[MouseLeft>]', target: next });
    expect(document.activeElement).toBe(next);
    expect(screen.queryByText('Błąd.')).toBeNull();
    return { user, next };
  };

  it('appears after the click that caused the blur', async () => {
    const { user, next } = await pressNext();
    await user.pointer({ keys: '[/MouseLeft]', target: next });
    await screen.findByText('Błąd.');
  });

  it('appears after a press that does not become a click', async () => {
    const { user } = await pressNext();
    await user.pointer({ keys: '[/MouseLeft]', target: document.body });
    await screen.findByText('Błąd.');
  });

  it('appears immediately if the keyboard caused the blur', async () => {
    render(<Form />);
    await userEvent.click(screen.getByLabelText('Pole'));
    await userEvent.tab();
    screen.getByText('Błąd.');
  });
});
