import type { Language } from '@obieg/contracts';
import type { Database, Tx } from '@obieg/service-kit';
import { problem, type Route, withTransaction } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';

/**
 * SQL: whether the session `?` may learn of the organization in `column`. A session from an identity provider knows its
 * own organization alone, because another tenant's administrators decide who gets it.
 */
export const isWithinSession = (column: string): string =>
  `not exists (select 1 from sessions own where own.id = ? and own.provider_id is not null
                and own.organization_id is distinct from ${column})`;

/** Whether an identity provider opened the session. */
export const isProviderSession = async (tx: Tx, sessionId: string): Promise<boolean> =>
  (await tx('sessions').where({ id: sessionId }).whereNotNull('provider_id').first('id')) !== undefined;

/** Operations on the account itself, which is the same in all organizations. */
const accountOperations: ReadonlySet<string> = new Set([
  'handOverSession',
  'changeOwnAccount',
  'changeOwnPassword',
  'confirmSession',
  'beginConfirmation',
  'beginOwnTotp',
  'beginOwnPasskey',
  'addOwnFactor',
  'renameOwnFactor',
  'removeOwnFactor',
  'renewOwnRecoveryCodes',
]);

interface SignedInRequest {
  actor: { sessionId: string };
  language: Language;
}

/** Closes operations on the account to sessions from an identity provider: 403 PROVIDER_SESSION. */
export const closeToProviderSessions = (db: Database, routes: readonly Route[]): Route[] =>
  routes.map((route) => {
    if (!accountOperations.has(route.operationId)) return route;
    const handle = route.handler as (request: SignedInRequest) => ReturnType<Route['handler']>;
    return {
      ...route,
      handler: async (request: SignedInRequest) => {
        const { sessionId } = request.actor;
        if (await withTransaction(db, (tx) => isProviderSession(tx, sessionId)))
          throw problem.forbidden(translate(request.language, 'notInProviderSession'), 'PROVIDER_SESSION');
        return handle(request);
      },
    };
  });
