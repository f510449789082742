import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { UiProvider } from '../provider/UiProvider';
import { ConfirmDialog } from './ConfirmDialog';

describe('ConfirmDialog', () => {
  it.each([
    ['Usunąć Czy to pilne??', 'Usunąć Czy to pilne?'],
    ['Usunąć Model?', 'Usunąć Model?'],
  ])('shows the title %s with one question mark', async (title, shown) => {
    render(
      <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
        <ConfirmDialog isOpen title={title} confirmLabel="Usuń" onConfirm={() => {}} onCancel={() => {}}>
          Na pewno?
        </ConfirmDialog>
      </UiProvider>,
    );
    expect(await screen.findByRole('dialog', { name: shown })).toBeDefined();
  });
});
