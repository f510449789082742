import { SpinnerShape } from '../icons/SpinnerShape';
import { useUiTexts } from '../provider/ui-context';
import classes from './feedback.module.css';

/** Loading indicator for content of unknown shape. Prefer a skeleton. */
export const Spinner = ({ label, size = 20 }: { label?: string; size?: number }) => {
  const texts = useUiTexts();
  return (
    <span role="status" className={classes['spinner']}>
      <SpinnerShape size={`${size / 16}rem`} />
      <span className="ob-visually-hidden">{label ?? texts.loading}</span>
    </span>
  );
};
