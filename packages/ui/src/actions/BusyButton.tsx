import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import { SpinnerShape } from '../icons/SpinnerShape';

interface BusyButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  'data-loading'?: boolean | undefined;
  /** Why the button is disabled, see `describeDisabled`. */
  'data-reason'?: string;
  ref?: Ref<HTMLButtonElement>;
}

const ignoreClick = (event: MouseEvent): void => event.preventDefault();

/** Covers the face of a loading button. @param size of the spinner, in CSS */
export const BusySign = ({ size }: { size: string }) => (
  <span className="ob-button-busy" aria-hidden="true">
    <SpinnerShape size={size} />
  </span>
);

/**
 * The element of all buttons. The browser removes the focus from a disabled element. A loading button stays enabled,
 * keeps the focus, sets `aria-disabled` and ignores clicks. The same holds for a button that is disabled with a reason.
 */
export const BusyButton = (props: BusyButtonProps) =>
  props['data-loading'] || props['data-reason'] ? (
    <button type="button" {...props} disabled={false} aria-disabled="true" onClick={ignoreClick} />
  ) : (
    <button type="button" {...props} />
  );
