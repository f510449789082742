import { useUiTexts } from '../provider/ui-context';
import { PersonInline } from './Avatar';
import { Badge } from './Badge';
import classes from './data.module.css';

/** Name of an integration among people, marked as one. Its address is no mailbox, so it is never shown. */
export const IntegrationName = ({ name }: { name: string }) => {
  const texts = useUiTexts();
  return (
    <span className={classes['integration']}>
      <PersonInline name={name} />
      <Badge tone="info">{texts.integration}</Badge>
    </span>
  );
};
