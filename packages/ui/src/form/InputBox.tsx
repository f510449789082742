import type { ReactNode } from 'react';
import type { FieldSize } from './field-size';

interface InputBoxProps {
  size: FieldSize;
  hasError: boolean;
  left?: ReactNode;
  /** A button, a spinner, or the arrow of a list of options. */
  right?: ReactNode;
  /** An `input`, `select` or `textarea` with the class `ob-input`. */
  children: ReactNode;
}

/** Frame of a control, with an icon or a button inside. */
export const InputBox = ({ size, hasError, left, right, children }: InputBoxProps) => (
  <div
    className="ob-input-box"
    data-size={size}
    data-error={hasError || undefined}
    data-left={Boolean(left) || undefined}
    data-right={Boolean(right) || undefined}
  >
    {left ? (
      <div className="ob-input-side" data-position="left">
        {left}
      </div>
    ) : null}
    {children}
    {right ? (
      <div className="ob-input-side" data-position="right">
        {right}
      </div>
    ) : null}
  </div>
);
