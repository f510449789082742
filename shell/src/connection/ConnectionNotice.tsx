import { Notice } from '@obieg/ui';
import { useShellMessages } from '../i18n/shell-messages';
import { useIsConnectionLost } from './connection';
import classes from './page-notice.module.css';

/** Says that the page does not show new changes, until the server answers again. */
export const ConnectionNotice = () => {
  const t = useShellMessages();
  if (!useIsConnectionLost()) return null;
  return (
    <section className={classes['offer']} aria-label={t('connection.lost')}>
      <Notice tone="warning" title={t('connection.lost')}>
        {t('connection.text')}
      </Notice>
    </section>
  );
};
