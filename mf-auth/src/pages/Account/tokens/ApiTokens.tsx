import type { ApiToken, CreatedApiToken } from '@obieg/contracts';
import {
  Badge,
  Button,
  Card,
  CopyButton,
  DateTime,
  Notice,
  QueryView,
  SkeletonLines,
  Stack,
  Text,
} from '@obieg/ui';
import { ConfirmAction } from '@obieg/ui/overlays';
import { notify } from '@obieg/web-kit';
import { useState } from 'react';
import { useAuthMessages } from '../../../i18n/messages';
import classes from '../account.module.css';
import { describeFailure } from '../describe-failure';
import { NewTokenDialog } from './NewTokenDialog';
import { scopeText } from './scopes';
import { useApiTokens, useRevokeApiToken } from './tokens.api';

/** The only time that the token is on the screen. */
const CreatedTokenNotice = ({ token }: Pick<CreatedApiToken, 'token'>) => {
  const t = useAuthMessages();
  return (
    <Notice tone="success" title={t('tokens.created')} takesFocus>
      <Stack>
        <Text>{t('tokens.createdHelp')}</Text>
        <code className={classes['token']}>{token}</code>
        <div>
          <CopyButton value={token} label={t('tokens.copy')} />
        </div>
      </Stack>
    </Notice>
  );
};

const isExpired = ({ expiresAt }: ApiToken): boolean => Date.parse(expiresAt) <= Date.now();

const TokenItem = ({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) => {
  const t = useAuthMessages();
  return (
    <li className={classes['session']}>
      <div className={classes['sessionText']}>
        <strong>
          {token.name} {isExpired(token) ? <Badge tone="warning">{t('tokens.expired')}</Badge> : null}
        </strong>
        <span className={classes['muted']}>
          {token.scopes.map((scope) => t(scopeText(scope))).join(' · ')}
        </span>
        <span className={classes['muted']}>
          {t('tokens.until')} <DateTime value={token.expiresAt} format="shortDate" /> ·{' '}
          {token.lastUsedAt === null ? (
            t('tokens.neverUsed')
          ) : (
            <>
              {t('tokens.lastUsed')} <DateTime value={token.lastUsedAt} format="relative" />
            </>
          )}
        </span>
      </div>
      <Button onClick={onRevoke} aria-label={t('tokens.revokeNamed', { name: token.name })}>
        {t('tokens.revoke')}
      </Button>
    </li>
  );
};

interface RevokeTokenProps {
  token: ApiToken;
  onClose: () => void;
}

const RevokeToken = ({ token, onClose }: RevokeTokenProps) => {
  const t = useAuthMessages();
  const revoke = useRevokeApiToken();
  return (
    <ConfirmAction
      title={t('tokens.revokeTitle', { name: token.name })}
      confirmLabel={t('tokens.revoke')}
      isDestructive
      action={async () => {
        await revoke.mutateAsync(token.id);
        notify.success(t('tokens.revoked'));
      }}
      describeFailure={(error) => describeFailure(error, t)}
      onClose={onClose}
    >
      {t('tokens.revokeText')}
    </ConfirmAction>
  );
};

const TokenList = ({ tokens, onRevoke }: { tokens: ApiToken[]; onRevoke: (token: ApiToken) => void }) => {
  const t = useAuthMessages();
  if (tokens.length === 0) return <Text muted>{t('tokens.none')}</Text>;
  return (
    <ul className={classes['sessions']}>
      {tokens.map((token) => (
        <TokenItem key={token.id} token={token} onRevoke={() => onRevoke(token)} />
      ))}
    </ul>
  );
};

/** The person's API tokens of this organization. */
export const ApiTokens = () => {
  const t = useAuthMessages();
  const tokens = useApiTokens();
  const [isAdding, setIsAdding] = useState(false);
  const [created, setCreated] = useState<CreatedApiToken>();
  const [revoked, setRevoked] = useState<ApiToken>();
  return (
    <Card title={t('tokens.title')}>
      <Stack>
        <Text muted>
          {t('tokens.help')} <a href="/api/docs">{t('tokens.docs')}</a>
        </Text>
        {created ? <CreatedTokenNotice token={created.token} /> : null}
        <QueryView query={tokens} failure={t('tokens.failed')} skeleton={<SkeletonLines lines={3} />}>
          {(loaded) => <TokenList tokens={loaded} onRevoke={setRevoked} />}
        </QueryView>
        <div>
          <Button icon="add" onClick={() => setIsAdding(true)}>
            {t('tokens.new')}
          </Button>
        </div>
      </Stack>
      {isAdding ? (
        <NewTokenDialog
          onCreated={(token) => {
            setCreated(token);
            setIsAdding(false);
          }}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
      {revoked ? (
        <RevokeToken
          token={revoked}
          onClose={() => {
            if (created?.id === revoked.id) setCreated(undefined);
            setRevoked(undefined);
          }}
        />
      ) : null}
    </Card>
  );
};
