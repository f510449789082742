import { screen, waitFor } from '@testing-library/react';

/** Waits until the button is enabled. Forms enable theirs after validation. */
export const findEnabledButton = (name: string): Promise<HTMLElement> =>
  waitFor(() => {
    const button = screen.getByRole('button', { name });
    if (button.hasAttribute('disabled')) throw new Error(`The button "${name}" is disabled.`);
    return button;
  });
