import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { UiProvider } from '../UiProvider';
import { MainWithSide } from './MainWithSide';

describe('MainWithSide', () => {
  it('leads a keyboard first to what one comes to do, then to the facts, then to the main part', async () => {
    render(
      <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
        <MainWithSide
          sideTitle="Szczegóły"
          sideFirst={<button type="button">Rozpocznij</button>}
          side={<button type="button">Zmień priorytet</button>}
        >
          <button type="button">Dodaj komentarz</button>
        </MainWithSide>
      </UiProvider>,
    );
    const order: (string | null | undefined)[] = [];
    for (let presses = 0; presses < 4; presses += 1) {
      await userEvent.tab();
      order.push(document.activeElement?.textContent);
    }
    expect(order).toEqual(['Rozpocznij', 'Szczegóły', 'Zmień priorytet', 'Dodaj komentarz']);
    expect(screen.getByRole('complementary', { name: 'Szczegóły' }).textContent).not.toContain('komentarz');
  });
});
