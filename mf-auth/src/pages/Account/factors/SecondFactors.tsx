import type { Factor, FactorKind, OwnFactors } from '@obieg/contracts';
import {
  Badge,
  Button,
  Card,
  DateTime,
  Group,
  Notice,
  QueryView,
  RowList,
  RowListItem,
  SkeletonLines,
  Stack,
  Text,
} from '@obieg/ui';
import { notify } from '@obieg/web-kit';
import { useState } from 'react';
import { useAuthMessages } from '../../../i18n/messages';
import { RecoveryCodes } from '../../../second-factor/RecoveryCodes';
import { ConfirmSessionDialog } from './ConfirmSessionDialog';
import { AddFactorDialog, RemoveFactorDialog, RenameFactorDialog, RenewCodesDialog } from './FactorDialogs';
import { useOwnFactors, useRefreshFactors } from './factors.api';

type Change =
  | { kind: 'add'; factor: FactorKind }
  | { kind: 'rename' | 'remove'; factor: Factor }
  | { kind: 'renew' };

interface FactorItemProps {
  factor: Factor;
  onChange: (change: Change) => void;
}

const FactorItem = ({ factor, onChange }: FactorItemProps) => {
  const t = useAuthMessages();
  const { name } = factor;
  return (
    <RowListItem
      title={
        <>
          {name} <Badge tone="neutral">{t(`factors.kind.${factor.kind}`)}</Badge>
        </>
      }
      action={
        <Group>
          <Button
            onClick={() => onChange({ kind: 'rename', factor })}
            aria-label={t('factors.renameNamed', { name })}
          >
            {t('factors.rename')}
          </Button>
          <Button
            onClick={() => onChange({ kind: 'remove', factor })}
            aria-label={t('factors.removeNamed', { name })}
          >
            {t('factors.remove')}
          </Button>
        </Group>
      }
    >
      <Text as="span" muted>
        {t('factors.added')} <DateTime value={factor.createdAt} format="shortDate" /> ·{' '}
        {factor.lastUsedAt === null ? (
          t('factors.neverUsed')
        ) : (
          <>
            {t('factors.lastUsed')} <DateTime value={factor.lastUsedAt} format="relative" />
          </>
        )}
        {factor.isSynced ? ` · ${t('factors.synced')}` : null}
      </Text>
    </RowListItem>
  );
};

const hasPasskeysHere = (domain: string): boolean =>
  location.hostname === domain || location.hostname.endsWith(`.${domain}`);

interface ContentProps {
  own: OwnFactors;
  onChange: (change: Change) => void;
}

const Content = ({ own, onChange }: ContentProps) => {
  const t = useAuthMessages();
  return (
    <Stack>
      {own.isRequired ? <Text>{t('factors.required')}</Text> : null}
      {own.factors.length === 0 ? (
        <Text muted>{t('factors.none')}</Text>
      ) : (
        <RowList>
          {own.factors.map((factor) => (
            <FactorItem key={factor.id} factor={factor} onChange={onChange} />
          ))}
        </RowList>
      )}
      {own.factors.length > 0 ? (
        <Text muted>{t('factors.codesLeft', { count: own.recoveryCodesLeft })}</Text>
      ) : null}
      <Group>
        {hasPasskeysHere(own.passkeyDomain) ? (
          <Button icon="add" onClick={() => onChange({ kind: 'add', factor: 'PASSKEY' })}>
            {t('factors.addPasskey')}
          </Button>
        ) : null}
        {own.canAddTotp ? (
          <Button icon="add" onClick={() => onChange({ kind: 'add', factor: 'TOTP' })}>
            {t('factors.addApp')}
          </Button>
        ) : null}
        {own.factors.length > 0 ? (
          <Button icon="refresh" onClick={() => onChange({ kind: 'renew' })}>
            {t('factors.renew')}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
};

interface ChangeDialogProps {
  change: Change;
  own: OwnFactors;
  onCodes: (codes: string[]) => void;
  onClose: () => void;
}

const ChangeDialog = ({ change, own, onCodes, onClose }: ChangeDialogProps) => {
  const t = useAuthMessages();
  const refresh = useRefreshFactors();
  switch (change.kind) {
    case 'add':
      return (
        <AddFactorDialog
          kind={change.factor}
          onAdded={({ recoveryCodes }) => {
            notify.success(t('factors.done'));
            if (recoveryCodes) onCodes(recoveryCodes);
            void refresh();
            onClose();
          }}
          onClose={onClose}
        />
      );
    case 'rename':
      return <RenameFactorDialog factor={change.factor} onClose={onClose} />;
    case 'remove':
      return (
        <RemoveFactorDialog factor={change.factor} isLast={own.factors.length === 1} onClose={onClose} />
      );
    case 'renew':
      return <RenewCodesDialog onRenewed={onCodes} onClose={onClose} />;
  }
};

/** The person's second factors, the same on every address. */
export const SecondFactors = () => {
  const t = useAuthMessages();
  const query = useOwnFactors();
  const [change, setChange] = useState<Change>();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const close = (): void => setChange(undefined);
  const own = query.data;
  const begin = (chosen: Change): void => {
    setIsConfirmed(own?.isConfirmed === true);
    setChange(chosen);
  };
  return (
    <Card title={t('factors.title')}>
      <Stack>
        <Text muted>{t('factors.help')}</Text>
        {codes ? (
          <Notice tone="success" title={t('recovery.title')} takesFocus>
            <RecoveryCodes codes={codes} />
          </Notice>
        ) : null}
        <QueryView query={query} failure={t('factors.failed')} skeleton={<SkeletonLines lines={3} />}>
          {(loaded) => <Content own={loaded} onChange={begin} />}
        </QueryView>
      </Stack>
      {change && own && !isConfirmed ? (
        <ConfirmSessionDialog
          confirmations={own.confirmations}
          onConfirmed={() => setIsConfirmed(true)}
          onClose={close}
        />
      ) : null}
      {change && own && isConfirmed ? (
        <ChangeDialog change={change} own={own} onCodes={setCodes} onClose={close} />
      ) : null}
    </Card>
  );
};
