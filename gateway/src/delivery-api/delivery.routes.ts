import {
  deliveryReportSchema,
  internalHeaders,
  releaseHistorySchema,
  releaseRequestSchema,
  remoteDeliveriesSchema,
  remoteDeliverySchema,
  remoteIdSchema,
  rollbackRequestSchema,
} from '@obieg/contracts';
import type { ObjectStore, RemoteKeys } from '@obieg/delivery';
import {
  type Actor,
  type Caller,
  defineRoute,
  ifMatchHeaders,
  problem,
  type Route,
} from '@obieg/service-kit';
import * as z from 'zod';
import type { LoadReports } from '../load-reports/load-reports';
import type { OrganizationDirectory } from '../organizations/organization-directory';
import type { ServedRelease } from '../releases/claims';
import type { Releases } from '../releases/follow-releases';
import type { CallerLookUp } from './caller';
import { changeRelease, type ReleaseChange } from './change-release';
import { checkOrganizations } from './check-organizations';
import type { RemoteDescriptions } from './describe-remotes';

interface DeliveryRouteOptions {
  store: ObjectStore;
  keys: RemoteKeys | undefined;
  releases: Pick<Releases, 'refresh'>;
  reports: Pick<LoadReports, 'accept'>;
  descriptions: RemoteDescriptions;
  findEmail: CallerLookUp['findEmail'];
  directory: Pick<OrganizationDirectory, 'find'>;
}

export const reportPath = '/api/delivery/reports';
const reportBodyBytes = 1_024;

const access = { permission: 'MANAGE_ORGANIZATIONS' } as const;
const params = z.object({ id: remoteIdSchema });
const headers = ifMatchHeaders;

interface ChangeRequest extends Pick<Caller, 'incoming' | 'ip' | 'log' | 'requestId'> {
  actor: Actor;
  params: z.infer<typeof params>;
  headers: z.infer<typeof headers>;
}

/** Finds a remote. @throws 404 if nothing of it was published, 503 if that cannot be known */
const findRemote = async (descriptions: RemoteDescriptions, id: string): Promise<ServedRelease> => {
  const release = await descriptions.find(id).catch((error: unknown) => {
    throw problem.unavailable(undefined, error);
  });
  if (!release) throw problem.notFound();
  return release;
};

/** Runs changes of releases. The pointer's history is their record; the log has a line for the security team, too. */
const createChanger = (options: DeliveryRouteOptions) => {
  const { store, keys, releases, descriptions, findEmail, directory } = options;
  return async (request: ChangeRequest, change: ReleaseChange) => {
    const { actor, ip, log, requestId } = request;
    const { id } = request.params;
    const current = await findRemote(descriptions, id);
    if (change.action === 'release' && change.organizations)
      await checkOrganizations(change.organizations, current.pointer.canary?.organizations ?? [], directory);
    const by = await findEmail(request.incoming);
    const pointer = await changeRelease(change, {
      store,
      keys,
      id,
      by,
      ifMatch: request.headers['if-match'],
    });
    const { stable, canary } = pointer;
    log.info(
      {
        security: {
          event: `delivery.${change.action}`,
          outcome: 'done',
          actor_id: actor.userId,
          session_id: actor.sessionId,
          subject_type: 'remote',
          subject_id: id,
          ip,
          request_id: requestId,
          details: { revision: pointer.revision, stable, canary },
        },
      },
      'security',
    );
    await releases
      .refresh()
      .catch((error: unknown) => log.warn({ err: error }, 'cannot read the new release'));
    return { status: 200 as const, body: await descriptions.describe(await findRemote(descriptions, id)) };
  };
};

const readRoutes = ({ descriptions }: DeliveryRouteOptions): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/delivery/remotes',
    operationId: 'listRemoteDeliveries',
    summary: 'Lists the releases of all remotes and of the shell, with loads and failures of the last hour',
    access,
    site: 'any',
    responses: { 200: remoteDeliveriesSchema },
    handler: async () => ({ status: 200, body: { remotes: await descriptions.describeAll() } }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/delivery/remotes/:id/history',
    operationId: 'listReleaseHistory',
    summary: 'Lists who released what, newest first',
    access,
    site: 'any',
    params,
    responses: { 200: releaseHistorySchema },
    handler: async (request) => {
      const { pointer } = await findRemote(descriptions, request.params.id);
      return { status: 200, body: { history: pointer.history } };
    },
  }),
];

const changeRoutes = (options: DeliveryRouteOptions): Route[] => {
  const change = createChanger(options);
  return [
    defineRoute({
      method: 'POST',
      path: '/api/delivery/remotes/:id/release',
      operationId: 'releaseRemoteVersion',
      summary: 'Releases a published version to all organizations, or to some organizations as the canary',
      access,
      site: 'any',
      params,
      headers,
      body: releaseRequestSchema,
      responses: { 200: remoteDeliverySchema },
      handler: (request) => change(request, { action: 'release', ...request.body }),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/delivery/remotes/:id/promote',
      operationId: 'promoteRemoteCanary',
      summary: 'Releases the canary to all organizations',
      access,
      site: 'any',
      params,
      headers,
      responses: { 200: remoteDeliverySchema },
      handler: (request) => change(request, { action: 'promote' }),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/delivery/remotes/:id/rollback',
      operationId: 'rollBackRemote',
      summary: 'Ends the canary; without one, returns all organizations to the previous or the given version',
      access,
      site: 'any',
      params,
      headers,
      body: rollbackRequestSchema,
      responses: { 200: remoteDeliverySchema },
      handler: (request) => change(request, { action: 'rollback', ...request.body }),
    }),
  ];
};

const reportRoute = ({ reports }: DeliveryRouteOptions): Route =>
  defineRoute({
    method: 'POST',
    path: reportPath,
    operationId: 'reportRemoteLoad',
    summary: 'Reports that a page loaded a remote, or failed to',
    access: 'anyone',
    site: 'any',
    body: deliveryReportSchema,
    bodyLimitBytes: reportBodyBytes,
    responses: { 204: null },
    handler: async ({ body, header }) => {
      const organization = header(internalHeaders.organizationCode);
      if (!reports.accept({ ...body, organization })) throw problem.notFound('This version is not served.');
      return { status: 204 };
    },
  });

/** Routes of the gateway itself. The guard of the services runs them. */
export const deliveryRoutes = (options: DeliveryRouteOptions): Route[] => [
  ...readRoutes(options),
  ...changeRoutes(options),
  reportRoute(options),
];
