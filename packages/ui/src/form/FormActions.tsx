import type { FormHTMLAttributes, KeyboardEvent, ReactNode, Ref } from 'react';
import classes from './form.module.css';

export interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'className' | 'style'> {
  ref?: Ref<HTMLFormElement>;
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
export const Form = ({ children, ...rest }: FormProps) => (
  <form noValidate onKeyDown={submitOnCtrlEnter} {...rest} className={classes['form']}>
    {children}
  </form>
);

/** Submit and cancel buttons. On a phone they stick to the bottom of the screen. */
export const FormActions = ({ children }: { children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
);
