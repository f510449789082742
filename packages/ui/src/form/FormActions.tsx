import type { FormHTMLAttributes, ReactNode, Ref } from 'react';
import classes from './form.module.css';

export interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'className' | 'style'> {
  ref?: Ref<HTMLFormElement>;
}

/** One column of fields, 16 pixels apart. The screen checks the fields, not the browser's bubbles. */
export const Form = ({ children, ...rest }: FormProps) => (
  <form noValidate {...rest} className={classes['form']}>
    {children}
  </form>
);

/** The end of a form: save and cancel; stays in reach at the bottom of a phone. */
export const FormActions = ({ children }: { children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
);
