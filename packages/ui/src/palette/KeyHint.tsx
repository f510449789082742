import { useUiTexts } from '../provider/ui-context';
import classes from './palette.module.css';

/** Keys of a shortcut, `c` or `g t`. */
export const KeyHint = ({ keys }: { keys: string }) => {
  const texts = useUiTexts();
  const [first, ...others] = keys.split(' ');
  return (
    <span className={classes['keys']}>
      <kbd>{first}</kbd>
      {others.map((key) => (
        <span key={key}>
          <span className={classes['then']}> {texts.keySequence} </span>
          <kbd>{key}</kbd>
        </span>
      ))}
    </span>
  );
};
