import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { VisibilitySelector } from '../pickers/VisibilitySelector';
import { UiProvider } from '../provider/UiProvider';
import { Form } from './FormActions';
import { PasswordField } from './PasswordField';
import { SelectField } from './SelectField';
import { NumberField, TextArea, TextField } from './TextField';

const ignore = () => undefined;
const renderForm = (size?: 'normal' | 'large') =>
  render(
    <UiProvider nonce="" language="pl">
      <Form {...(size ? { size } : {})}>
        <TextField label="Tytuł" />
        <TextField label="Termin" type="date" />
        <NumberField label="Koszt" />
        <TextArea label="Opis" />
        <PasswordField label="Hasło" />
        <SelectField label="Priorytet" options={[]} />
        <VisibilitySelector
          value={{ users: [], groupIds: [] }}
          onChange={ignore}
          groups={[]}
          searchUsers={async () => ({ users: [], limitReached: false })}
        />
      </Form>
    </UiProvider>,
  );

describe('the fields of a form', () => {
  it.each([
    [undefined, 'normal'],
    ['large', 'large'],
  ] as const)('have the size of their form (%s)', (size, expected) => {
    const { container } = renderForm(size);
    const fields = [...container.querySelectorAll<HTMLElement>('.ob-input-box')];
    expect(fields.length).toBeGreaterThanOrEqual(7);
    expect([...new Set(fields.map(({ dataset }) => dataset['size']))]).toEqual([expected]);
  });
});
