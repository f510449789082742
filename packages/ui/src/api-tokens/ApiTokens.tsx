import type { ApiToken, CreateApiToken, CreatedApiToken, TokenScope } from '@obieg/contracts';
import {
  Badge,
  Button,
  Card,
  CopyButton,
  DateTime,
  Notice,
  QueryView,
  RowList,
  RowListItem,
  SkeletonLines,
  Stack,
  Text,
} from '@obieg/ui';
import { ConfirmAction } from '@obieg/ui/overlays';
import { type ComponentProps, type ReactNode, useState } from 'react';
import classes from './api-tokens.module.css';
import { NewTokenDialog } from './NewTokenDialog';
import { type ApiTokenLanguage, apiTokenTexts } from './texts';

type CreateToken = (input: CreateApiToken) => Promise<CreatedApiToken>;

interface ApiTokensProps {
  language: ApiTokenLanguage;
  /** Says what the tokens are for. */
  help: ReactNode;
  query: ComponentProps<typeof QueryView<ApiToken[]>>['query'];
  /** Scopes that a new token can have, in the order of the form. */
  scopes: readonly TokenScope[];
  /** Returns what creates a token. Called for each opened form, whose attempts create one token at most. */
  startCreation: () => CreateToken;
  /** Revokes a token. One that has already been revoked is no failure. */
  revoke: (id: string) => Promise<unknown>;
  /** Returns why a call failed. */
  describeFailure: (error: unknown) => string | undefined;
  /** Shows that a token was revoked. */
  notify: (message: string) => void;
}

interface LanguageProps {
  language: ApiTokenLanguage;
}

/** The only time that the token is on the screen. */
const CreatedTokenNotice = ({ token, language }: Pick<CreatedApiToken, 'token'> & LanguageProps) => {
  const texts = apiTokenTexts[language];
  return (
    <Notice tone="success" title={texts.created} takesFocus>
      <Stack>
        <Text>{texts.createdHelp}</Text>
        <code className={classes['token']}>{token}</code>
        <div>
          <CopyButton value={token} label={texts.copy} />
        </div>
      </Stack>
    </Notice>
  );
};

const isExpired = ({ expiresAt }: ApiToken): boolean => Date.parse(expiresAt) <= Date.now();

interface TokenItemProps extends LanguageProps {
  token: ApiToken;
  onRevoke: () => void;
}

const TokenItem = ({ token, language, onRevoke }: TokenItemProps) => {
  const texts = apiTokenTexts[language];
  return (
    <RowListItem
      title={
        <>
          {token.name} {isExpired(token) ? <Badge tone="warning">{texts.expired}</Badge> : null}
        </>
      }
      action={
        <Button onClick={onRevoke} aria-label={texts.revokeNamed(token.name)}>
          {texts.revoke}
        </Button>
      }
    >
      <Text as="span" muted>
        {token.scopes.map((scope) => texts.scope[scope]).join(' · ')}
      </Text>
      <Text as="span" muted>
        {texts.until} <DateTime value={token.expiresAt} format="shortDate" /> ·{' '}
        {token.lastUsedAt === null ? (
          texts.neverUsed
        ) : (
          <>
            {texts.lastUsed} <DateTime value={token.lastUsedAt} format="relative" />
          </>
        )}
      </Text>
    </RowListItem>
  );
};

/** The API tokens of an account: list, creation, revocation. The screen calls the server. */
export const ApiTokens = ({
  language,
  help,
  query,
  scopes,
  startCreation,
  revoke,
  describeFailure,
  notify,
}: ApiTokensProps) => {
  const texts = apiTokenTexts[language];
  const [create, setCreate] = useState<CreateToken>();
  const [created, setCreated] = useState<CreatedApiToken>();
  const [revoked, setRevoked] = useState<ApiToken>();
  return (
    <Card title={texts.title}>
      <Stack>
        <Text muted>
          {help} <a href="/api/docs">{texts.docs}</a>
        </Text>
        {created ? <CreatedTokenNotice token={created.token} language={language} /> : null}
        <QueryView query={query} failure={texts.failed} skeleton={<SkeletonLines lines={3} />}>
          {(tokens) =>
            tokens.length === 0 ? (
              <Text muted>{texts.none}</Text>
            ) : (
              <RowList>
                {tokens.map((token) => (
                  <TokenItem
                    key={token.id}
                    token={token}
                    language={language}
                    onRevoke={() => setRevoked(token)}
                  />
                ))}
              </RowList>
            )
          }
        </QueryView>
        <div>
          <Button icon="add" onClick={() => setCreate(startCreation)}>
            {texts.new}
          </Button>
        </div>
      </Stack>
      {create ? (
        <NewTokenDialog
          language={language}
          scopes={scopes}
          create={async (input) => setCreated(await create(input))}
          describeFailure={describeFailure}
          onClose={() => setCreate(undefined)}
        />
      ) : null}
      {revoked ? (
        <ConfirmAction
          title={texts.revokeTitle(revoked.name)}
          confirmLabel={texts.revoke}
          cancelLabel={texts.cancel}
          isDestructive
          action={async () => {
            await revoke(revoked.id);
            if (created?.id === revoked.id) setCreated(undefined);
            notify(texts.revoked);
          }}
          describeFailure={describeFailure}
          onClose={() => setRevoked(undefined)}
        >
          {texts.revokeText}
        </ConfirmAction>
      ) : null}
    </Card>
  );
};
