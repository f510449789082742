import { VisuallyHidden } from '../layout/Text';
import { Badge } from './Badge';
import classes from './data.module.css';

/** How many are chosen, on the button that leads to them; nothing where none are. */
export const ChosenCount = ({ count, label }: { count: number; label: string }) =>
  count === 0 ? null : (
    <span className={classes['chosenCount']}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <Badge tone="info">{count}</Badge>
    </span>
  );
