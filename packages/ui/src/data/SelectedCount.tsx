import { VisuallyHidden } from '../layout/Text';
import { Badge } from './Badge';
import classes from './data.module.css';

/** Number of selected values, shown in the button that opens the selection. Renders nothing for 0. */
export const SelectedCount = ({ count, label }: { count: number; label: string }) =>
  count === 0 ? null : (
    <span className={classes['selectedCount']}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <Badge tone="info">{count}</Badge>
    </span>
  );
