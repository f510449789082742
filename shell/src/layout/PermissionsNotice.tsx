import { Button, Notice } from '@obieg/ui';
import { refreshPermissions, usePermissionsFailure } from '@obieg/web-kit';
import { useShellMessages } from '../i18n/shell-messages';
import classes from './layout.module.css';

/** Says that the permissions could not be loaded, because menu entries and cards may be missing without them. */
export const PermissionsNotice = () => {
  const t = useShellMessages();
  const failure = usePermissionsFailure();
  if (!failure) return null;
  return (
    <div className={classes['permissions']}>
      <Notice
        tone="warning"
        actions={
          failure === 'failed' ? (
            <Button onClick={() => void refreshPermissions()}>{t('permissions.retry')}</Button>
          ) : null
        }
      >
        {t(`permissions.${failure}`)}
      </Notice>
    </div>
  );
};
