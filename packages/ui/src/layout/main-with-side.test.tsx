import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UiProvider } from '../provider/UiProvider';
import type { UiLinkProps } from '../provider/ui-context';
import { MainWithSide } from './MainWithSide';

afterEach(() => void vi.restoreAllMocks());

const linkComponent = ({ to, children }: UiLinkProps) => <a href={to}>{children}</a>;

describe('MainWithSide', () => {
  it('puts the main actions first in the tab order, then the details, then the main content', async () => {
    render(
      <UiProvider nonce="" language="mul" linkComponent={linkComponent}>
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

  it('knows the height of the side column, which scrolls with the page', () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(900);
    render(
      <UiProvider nonce="" language="mul" linkComponent={linkComponent}>
        <MainWithSide sideTitle="Szczegóły" side="Fakty">
          Opis
        </MainWithSide>
      </UiProvider>,
    );
    const column = screen.getByRole('complementary', { name: 'Szczegóły' });
    expect(column.style.getPropertyValue('--side-height')).toBe('900px');
    expect(column.hasAttribute('tabindex')).toBe(false);
  });
});
