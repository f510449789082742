import type { OrganizationRoleCode, SaveWebhook, Webhook } from '@obieg/contracts';
import { withTransaction } from '@obieg/service-kit';
import { type Fixture, startFixture } from './fixture';
import type { TestOrganization, TestServiceOptions } from './tasks-service';

export const integrationId = 30;
const globexIntegrationId = 31;

/** Makes an account that is an integration of the organization. */
const addIntegration = async (
  { service }: Fixture,
  organization: TestOrganization,
  userId: number,
  roles: OrganizationRoleCode[],
): Promise<void> => {
  await service.addMember(organization, userId, roles);
  await withTransaction(service.db, (tx) =>
    tx('users').where({ id: userId }).update({ is_integration: true }),
  );
};

/** The fixture, with an integration of acme that is an operator, and one of globex. */
export const startWebhookFixture = async (options: TestServiceOptions = {}) => {
  const fixture = await startFixture(options);
  await addIntegration(fixture, fixture.acme, integrationId, ['OPERATOR']);
  await addIntegration(fixture, fixture.globex, globexIntegrationId, ['OPERATOR']);
  const call = (method: string, suffix = '', body?: object, headers = {}) =>
    fixture.call(method, `/api/webhooks${suffix}`, fixture.tokens.admin, body, headers);
  return {
    ...fixture,
    globexIntegrationId,
    /** Sends a request to the webhooks of acme as its administrator. */
    hooks: call,
    setIntegrationRoles: (roles: OrganizationRoleCode[]) =>
      fixture.service.applyEvent(
        'obieg.identity.membership.changed',
        { organizationId: fixture.acme.id, userId: integrationId, roles, isEmailVerified: true },
        integrationId,
      ),
    createHook: async (more: Partial<SaveWebhook> = {}): Promise<{ webhook: Webhook; secret: string }> => {
      const { status, body } = await call('POST', '', {
        url: 'http://127.0.0.1:9/in',
        events: ['task.created'],
        integrationId,
        isActive: true,
        ...more,
      });
      if (status !== 201) throw new Error(`The webhook was rejected: ${JSON.stringify(body)}`);
      return body;
    },
  };
};
export type WebhookFixture = Awaited<ReturnType<typeof startWebhookFixture>>;
