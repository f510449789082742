import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { UiProvider } from '../provider/UiProvider';
import { PublicFrame } from './PublicFrame';

describe('LanguageChoice', () => {
  it('appears only if the page can change the language', async () => {
    const onLanguageChange = vi.fn();
    const frame = <PublicFrame productName="Obieg">Treść</PublicFrame>;
    const { rerender } = render(<UiProvider nonce="">{frame}</UiProvider>);
    expect(screen.queryByRole('combobox')).toBeNull();
    rerender(
      <UiProvider nonce="" language="pl" onLanguageChange={onLanguageChange}>
        {frame}
      </UiProvider>,
    );
    const choice = screen.getByRole('combobox', { name: 'Język' });
    expect((choice as HTMLSelectElement).selectedOptions[0]?.text).toBe('Polski');
    await userEvent.selectOptions(choice, 'English');
    expect(onLanguageChange).toHaveBeenCalledWith('en');
  });
});
