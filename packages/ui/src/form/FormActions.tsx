import type { FormHTMLAttributes, KeyboardEvent, ReactNode, Ref } from 'react';
import classes from './form.module.css';

export interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'className' | 'style'> {
  ref?: Ref<HTMLFormElement>;
}

/** Enter in a text of several lines begins a new one; with Ctrl or Cmd it sends the form, as the button would. */
const sendByEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  const button = event.currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (!(event.target instanceof HTMLTextAreaElement) || !button || button.disabled) return;
  event.preventDefault();
  event.currentTarget.requestSubmit(button);
};

/** One column of fields, 16 pixels apart. The screen checks the fields, not the browser's bubbles. */
export const Form = ({ children, ...rest }: FormProps) => (
  <form noValidate onKeyDown={sendByEnter} {...rest} className={classes['form']}>
    {children}
  </form>
);

/** The end of a form: save and cancel; stays in reach at the bottom of a phone. */
export const FormActions = ({ children }: { children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
);
