import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UiProvider } from '../UiProvider';
import type { UiLinkProps } from '../ui-context';
import { MainWithSide } from './MainWithSide';

afterEach(() => void vi.restoreAllMocks());

const linkComponent = ({ to, children }: UiLinkProps) => <a href={to}>{children}</a>;

describe('MainWithSide', () => {
  it('leads a keyboard first to what one comes to do, then to the facts, then to the main part', async () => {
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

  it.each([
    [900, 600, 0],
    [600, 600, -1],
  ])(
    'of %i pixels in %i is scrolled by a keyboard only where it must be',
    (scrollHeight, clientHeight, tabIndex) => {
      vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(scrollHeight);
      vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(clientHeight);
      render(
        <UiProvider nonce="" language="mul" linkComponent={linkComponent}>
          <style>{'aside { overflow-y: auto }'}</style>
          <MainWithSide sideTitle="Szczegóły" side="Fakty">
            Opis
          </MainWithSide>
        </UiProvider>,
      );
      expect(screen.getByRole('complementary', { name: 'Szczegóły' }).tabIndex).toBe(tabIndex);
    },
  );
});
