import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { UiProvider } from '../provider/UiProvider';
import { AppFrame } from './AppFrame';
import { UserMenu } from './UserMenu';

describe('AppFrame', () => {
  it('places the tooltips of header buttons below them, inside the window', () => {
    const nothing = () => undefined;
    const menu = (
      <UserMenu
        name="olga"
        email="olga@acme.test"
        language="pl"
        onLanguageChange={nothing}
        onSignOut={nothing}
      />
    );
    render(
      <UiProvider nonce="" language="pl" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
        <AppFrame productName="Obieg" organizationName="Acme" sections={[]} headerActions={menu}>
          Treść
        </AppFrame>
      </UiProvider>,
    );
    const tips = [...screen.getByRole('banner').querySelectorAll<HTMLElement>('[data-tip]')];
    expect(tips.map(({ dataset }) => [dataset['tip'], dataset['tipAt']])).toEqual([
      ['Otwórz menu', 'below start'],
      ['Wyloguj', 'below end'],
    ]);
  });
});
