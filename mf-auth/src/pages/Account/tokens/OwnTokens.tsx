import type { TokenScope } from '@obieg/contracts';
import { ApiTokens } from '@obieg/ui/api-tokens';
import { notify, startCreation, useLanguage } from '@obieg/web-kit';
import { useAuthMessages } from '../../../i18n/messages';
import { describeFailure } from '../describe-failure';
import { useApiTokens, useCreateApiToken, useRevokeApiToken } from './tokens.api';

/** Webhooks belong to integrations. */
const scopes: readonly TokenScope[] = [
  'tasks:read',
  'tasks:write',
  'workflow:read',
  'workflow:write',
  'people:read',
  'people:write',
];

/** The person's API tokens of this organization. */
export const OwnTokens = () => {
  const t = useAuthMessages();
  const { mutateAsync: create } = useCreateApiToken();
  const { mutateAsync: revoke } = useRevokeApiToken();
  return (
    <ApiTokens
      language={useLanguage() === 'en' ? 'en' : 'pl'}
      help={t('account.tokensHelp')}
      query={useApiTokens()}
      scopes={scopes}
      startCreation={() => {
        const createOnce = startCreation();
        return (input) => create({ input, createOnce });
      }}
      revoke={revoke}
      describeFailure={(error) => describeFailure(error, t)}
      notify={notify.success}
    />
  );
};
