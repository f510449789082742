import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { UserSearchBox } from '../pickers/UserSearchBox';
import { UiProvider } from '../UiProvider';
import { PasswordField } from './PasswordField';
import { SelectField } from './SelectField';
import { TextArea, TextField } from './TextField';

const texts = { label: 'Pole', help: 'Pomoc.', error: 'Błąd.' };
const nobody = async () => ({ users: [], limitReached: false });
const fields: Record<string, ReactNode> = {
  'a text': <TextField {...texts} />,
  'a text that something else describes, too': <TextField {...texts} aria-describedby="other" />,
  'a long text': <TextArea {...texts} />,
  'a password': <PasswordField {...texts} />,
  'one of a few': <SelectField {...texts} options={[]} />,
  'a person': <UserSearchBox {...texts} search={nobody} value={null} onChange={() => {}} />,
};

describe('a field', () => {
  it.each(Object.keys(fields))('%s has name, error and help tied to its control', (name) => {
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
    expect(described.includes('Inne.')).toBe(name.includes('else'));
    expect(control.getAttribute('aria-invalid')).toBe('true');
  });
});
