import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';

interface BusyButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  'data-loading'?: boolean;
  /** Why the button is disabled, see `describeDisabled`. */
  'data-reason'?: string;
  ref?: Ref<HTMLButtonElement>;
}

const ignoreClick = (event: MouseEvent): void => event.preventDefault();

/**
 * The element of Mantine's buttons. Mantine disables a loading button, and the browser removes the focus from a
 * disabled element. This one stays enabled, keeps the focus, sets `aria-disabled` and ignores clicks. The same holds for
 * a button that is disabled with a reason.
 */
export const BusyButton = (props: BusyButtonProps) =>
  props['data-loading'] || props['data-reason'] ? (
    <button type="button" {...props} disabled={false} aria-disabled="true" onClick={ignoreClick} />
  ) : (
    <button type="button" {...props} />
  );
