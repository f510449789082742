import type { FormHTMLAttributes, KeyboardEvent, ReactNode, Ref } from 'react';
import { type FieldSize, FieldSizeContext } from './field-size';
import classes from './form.module.css';

export interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'className' | 'style'> {
  ref?: Ref<HTMLFormElement>;
  /** Size of all fields. `large` is for pages that people meet once, often on a phone. */
  size?: FieldSize;
}

/** In a textarea, Enter inserts a line break, so Ctrl+Enter or Cmd+Enter submits the form. */
const submitOnCtrlEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  const button = event.currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (!(event.target instanceof HTMLTextAreaElement) || !button || button.disabled) return;
  event.preventDefault();
  event.currentTarget.requestSubmit(button);
};

/** Column of fields. Disables the browser's validation, because the screen validates. */
export const Form = ({ children, size = 'normal', ...rest }: FormProps) => (
  <FieldSizeContext value={size}>
    <form noValidate onKeyDown={submitOnCtrlEnter} {...rest} className={classes['form']} data-size={size}>
      {children}
    </form>
  </FieldSizeContext>
);

/** Submit and cancel buttons. On a phone they stick to the bottom of the screen. */
export const FormActions = ({ children }: { children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
);
