import type { RemoteDelivery } from '@obieg/contracts';
import { Button, type IconName, useFocusFallback } from '@obieg/ui';
import { useEffect, useRef, useState } from 'react';
import { useAdminMessages } from '../../i18n/messages';
import { ConfirmChangeDialog } from './ConfirmChangeDialog';
import classes from './delivery.module.css';
import { HistoryDialog } from './HistoryDialog';
import { ReleaseDialog } from './ReleaseDialog';
import { RollbackDialog } from './RollbackDialog';
import { findCanaryVersion, type ReleaseChange } from './release-change';

/** A form, the history, or the confirmation of a change. */
type DialogContent = 'release' | 'widen' | 'rollback' | 'history' | ReleaseChange;

interface ActionDialogProps {
  remote: RemoteDelivery;
  content: DialogContent;
  onContinue: (change: ReleaseChange) => void;
  onClose: () => void;
}

const ActionDialog = ({ remote, content, onContinue, onClose }: ActionDialogProps) => {
  if (typeof content === 'object')
    return <ConfirmChangeDialog remote={remote} change={content} onClose={onClose} />;
  if (content === 'history') return <HistoryDialog id={remote.id} onClose={onClose} />;
  if (content === 'rollback')
    return <RollbackDialog remote={remote} onContinue={onContinue} onClose={onClose} />;
  const isWidening = content === 'widen';
  return <ReleaseDialog remote={remote} isWidening={isWidening} onContinue={onContinue} onClose={onClose} />;
};

/** Whether a version other than the released one is published. */
const hasChoice = ({ versions, stable }: RemoteDelivery): boolean =>
  versions.some(({ version }) => version !== stable?.version);

interface Action {
  label: 'release' | 'widen' | 'promote' | 'endCanary' | 'rollback' | 'history';
  icon: IconName;
  opens: DialogContent;
  /** Whether the dialog offers versions to choose from. */
  choosesVersion?: boolean;
}

const listActions = (remote: RemoteDelivery): Action[] => [
  { label: 'release', icon: 'upload', opens: 'release', choosesVersion: true },
  ...(remote.canary
    ? [
        { label: 'widen', icon: 'users', opens: 'widen' } as const,
        { label: 'promote', icon: 'final', opens: { kind: 'promote' } } as const,
      ]
    : []),
  ...(findCanaryVersion(remote) === undefined
    ? []
    : [{ label: 'endCanary', icon: 'clear', opens: { kind: 'endCanary' } } as const]),
  ...(remote.stable
    ? [{ label: 'rollback', icon: 'back', opens: 'rollback', choosesVersion: true } as const]
    : []),
  { label: 'history', icon: 'history', opens: 'history' },
];

interface ActionButtonProps {
  action: Action;
  id: string;
  disabledReason: string | undefined;
  onClick: (button: HTMLElement) => void;
}

const ActionButton = ({ action: { label, icon }, id, disabledReason, onClick }: ActionButtonProps) => {
  const t = useAdminMessages();
  const button = useRef<HTMLButtonElement>(null);
  // The refreshed list may remove the button that has the focus.
  useFocusFallback(button);
  return (
    <Button
      ref={button}
      icon={icon}
      disabledReason={disabledReason}
      aria-haspopup="dialog"
      aria-label={t('delivery.named', { action: t(`delivery.${label}`), id })}
      onClick={({ currentTarget }) => onClick(currentTarget)}
    >
      {t(`delivery.${label}`)}
    </Button>
  );
};

/** Buttons that change the release of a remote, and their dialogs. */
export const RemoteActions = ({ remote }: { remote: RemoteDelivery }) => {
  const t = useAdminMessages();
  const noChoice = hasChoice(remote) ? undefined : t('delivery.noOtherVersion');
  const [content, setContent] = useState<DialogContent>();
  const opener = useRef<HTMLElement>(null);
  // A form and its confirmation are two dialogs, so neither can restore the focus.
  useEffect(() => {
    if (!content) opener.current?.focus();
  }, [content]);
  return (
    <>
      <div className={classes['actions']}>
        {listActions(remote).map((action) => (
          <ActionButton
            key={action.label}
            action={action}
            id={remote.id}
            disabledReason={action.choosesVersion ? noChoice : undefined}
            onClick={(button) => {
              opener.current = button;
              setContent(action.opens);
            }}
          />
        ))}
      </div>
      {content ? (
        <ActionDialog
          remote={remote}
          content={content}
          onContinue={setContent}
          onClose={() => setContent(undefined)}
        />
      ) : null}
    </>
  );
};
