import { screen, waitFor } from '@testing-library/react';

/** The button of that name once it can be pressed: a form's is held back until its fields have been judged. */
export const findEnabledButton = (name: string): Promise<HTMLElement> =>
  waitFor(() => {
    const button = screen.getByRole('button', { name });
    if (button.hasAttribute('disabled')) throw new Error(`The button "${name}" cannot be pressed.`);
    return button;
  });
