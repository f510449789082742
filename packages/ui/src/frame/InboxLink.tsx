import { Icon } from '../icons/Icon';
import { useLinkComponent } from '../provider/ui-context';
import classes from './frame.module.css';

export interface InboxLinkProps {
  to: string;
  /** Accessible name with the number of unread entries. */
  label: string;
  /** Shown at the bell, for example `99+`. Absent if nothing is unread. */
  count: string | undefined;
  isCurrent?: boolean;
}

/** Bell in the header that leads to the inbox. */
export const InboxLink = ({ to, label, count, isCurrent = false }: InboxLinkProps) => {
  const Link = useLinkComponent();
  return (
    <Link
      to={to}
      className={classes['inboxLink']}
      aria-label={label}
      title={label}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon name="bell" size={20} />
      {count === undefined ? null : (
        <span className={classes['inboxCount']} aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  );
};

/** Keeps the place of the bell while its code loads. */
export const InboxLinkPlace = () => <span className={classes['inboxLink']} />;
