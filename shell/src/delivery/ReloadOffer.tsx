import type { RemoteRegistry } from '@obieg/contracts';
import { Button, Notice } from '@obieg/ui';
import { useState } from 'react';
import { useIsConnectionLost } from '../connection/connection';
import classes from '../connection/page-notice.module.css';
import { useShellMessages } from '../i18n/shell-messages';
import { useNewRelease } from './release-watch';
import { useHasUnsavedInput } from './unsaved-input';

/** A form with unsaved input makes the browser ask before it reloads. */
const reload = (): void => location.reload();

const Offer = ({ onDismiss }: { onDismiss: () => void }) => {
  const t = useShellMessages();
  const isInputUnsaved = useHasUnsavedInput();
  return (
    <section className={classes['offer']} aria-label={t('newRelease.title')}>
      <Notice
        tone={isInputUnsaved ? 'warning' : 'info'}
        title={t('newRelease.title')}
        onDismiss={onDismiss}
        actions={
          <Button size="small" icon="refresh" onClick={reload}>
            {t('newRelease.reload')}
          </Button>
        }
      >
        {t(isInputUnsaved ? 'newRelease.unsaved' : 'newRelease.text')}
      </Notice>
    </section>
  );
};

/** Offers to reload after a release. The user can dismiss it until the next release. */
export const ReloadOffer = ({ registry }: { registry: RemoteRegistry }) => {
  const release = useNewRelease(registry);
  const [dismissed, setDismissed] = useState<string>();
  // A reload would fail, and the notice of the connection has this place.
  const isLost = useIsConnectionLost();
  if (isLost || release === undefined || release === dismissed) return null;
  return <Offer onDismiss={() => setDismissed(release)} />;
};
