import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';

interface BusyButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  'data-loading'?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

const pressInVain = (event: MouseEvent): void => event.preventDefault();

/**
 * For the library's buttons. While one is busy the library disables it, and what is disabled loses the focus: whoever
 * pressed it by a key would be at the top of the page. This one keeps it, and says that it cannot be pressed.
 */
export const BusyButton = (props: BusyButtonProps) =>
  props['data-loading'] ? (
    <button type="button" {...props} disabled={false} aria-disabled="true" onClick={pressInVain} />
  ) : (
    <button type="button" {...props} />
  );
