import { tokenScopes } from '@obieg/contracts';
import { createLog, withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverQueuedNews } from '../src/notifications/deliver-news';
import { type Fixture, startFixture, userIds } from './fixture';

const integrationId = 30;
const name = 'Monitoring';

let fixture: Fixture;
/** The session that the gateway gets for a token of the integration. */
let session: string;
beforeAll(async () => {
  fixture = await startFixture();
  const { service, acme } = fixture;
  await service.applyEvent(
    'obieg.identity.user.changed',
    {
      id: integrationId,
      username: 'integration-1@integrations.invalid',
      displayName: name,
      email: 'integration-1@integrations.invalid',
      systemRoles: [],
      isIntegration: true,
    },
    integrationId,
  );
  await service.applyEvent(
    'obieg.identity.membership.changed',
    { organizationId: acme.id, userId: integrationId, roles: ['OPERATOR'], isEmailVerified: false },
    integrationId,
  );
  await service.joinGroup(acme, 5, integrationId, 'MEMBER');
  session = service.identity.sign({
    userId: integrationId,
    organizationId: acme.id,
    scopes: [...tokenScopes],
  });
});
afterAll(() => fixture.service.close());

const log = createLog('test', 'silent');
const asOperator = (method: string, path: string, body?: object) =>
  fixture.call(method, path, fixture.tokens.operator, body);
const asIntegration = (method: string, path: string, body?: object) =>
  fixture.call(method, path, session, body);

let task: number;
beforeEach(async () => {
  task = await fixture.submit({}, fixture.tokens.member);
});

describe('an integration', () => {
  it('cannot be assigned, nor assign itself', async () => {
    const toUser = { assignmentType: 'ASSIGN_TO_USER', userId: integrationId };
    expect((await asOperator('POST', `/api/tasks/${task}/assign`, toUser)).status).toBe(422);
    const toMe = { assignmentType: 'ASSIGN_TO_ME' };
    expect((await asIntegration('POST', `/api/tasks/${task}/assign`, toMe)).status).toBe(422);
    const submitted = await asOperator('POST', '/api/tasks', {
      title: 'Od razu przypisane',
      assignedUserId: integrationId,
      workflowParameters: { '1': 'Konto' },
    });
    expect(submitted.status).toBe(422);
    const { users } = (await asOperator('GET', `/api/tasks/${task}/assignees?searchTerm=${name}`)).body;
    expect(users).toEqual([]);
  });

  it('cannot be a reader by name', async () => {
    const visibleUserIds = [integrationId];
    const edited = await asOperator('PUT', `/api/tasks/${task}`, { title: 'Poufne', visibleUserIds });
    expect(edited.status).toBe(422);
    const body = { content: 'Poufne', visibleUserIds };
    expect((await asOperator('POST', `/api/tasks/${task}/comment`, body)).status).toBe(422);
  });

  it('cannot be mentioned', async () => {
    const { candidates } = (
      await asOperator('GET', `/api/tasks/${task}/mention-candidates?searchTerm=${name.slice(0, 4)}`)
    ).body;
    expect(candidates).toEqual([]);
    const byId = { content: `@${name}`, mentionedUserIds: [integrationId] };
    expect((await asOperator('POST', `/api/tasks/${task}/comment`, byId)).status).toBe(422);
    await asOperator('POST', `/api/tasks/${task}/comment`, { content: `@${name}` });
    const { comments } = (await asOperator('GET', `/api/tasks/${task}/comments`)).body;
    expect(comments[0].mentions).toEqual([]);
  });

  it('gets no news and no mails, neither of its tasks nor of its groups', async () => {
    const { publicTaskId } = (
      await asIntegration('POST', '/api/tasks', {
        title: 'Awaria czujnika',
        workflowParameters: { '1': 'Konto' },
      })
    ).body;
    await asIntegration('PUT', `/api/tasks/${publicTaskId}/watch`);
    await asOperator('POST', `/api/tasks/${publicTaskId}/comment`, { content: 'Sprawdzam' });
    await asOperator('POST', `/api/tasks/${publicTaskId}/assign`, {
      assignmentType: 'ASSIGN_TO_GROUP',
      groupId: 5,
    });
    await deliverQueuedNews(fixture.service.db, fixture.acme.id, log);
    const { notifications, mails } = await withOrganization(
      fixture.service.db,
      fixture.acme.id,
      async (tx) => ({
        notifications: await tx('notifications').where({ user_id: integrationId }),
        mails: await tx('mail_queue').where({ user_id: integrationId }),
      }),
    );
    expect([notifications, mails]).toEqual([[], []]);
    expect((await asIntegration('GET', '/api/notifications')).body.notifications).toEqual([]);
  });

  it('sees and moves a restricted task through its group, and is named in the history', async () => {
    const restricted = await fixture.submit({ visibleGroupIds: [5] }, fixture.tokens.operator);
    expect((await asIntegration('GET', `/api/tasks/${restricted}`)).status).toBe(200);
    const hidden = await fixture.submit(
      { visibleUserIds: [userIds.operator], assignedGroupId: 9 },
      fixture.tokens.operator,
    );
    expect((await asIntegration('GET', `/api/tasks/${hidden}`)).status).toBe(404);
    // Transition 4 needs a member of group 5.
    const moved = await asIntegration('POST', `/api/tasks/${task}/transition`, { transitionId: 4 });
    expect(moved.status).toBe(200);
    const { statusHistory } = (await asOperator('GET', `/api/tasks/${task}/status-history`)).body;
    expect(JSON.stringify(statusHistory)).toContain(name);
  });
});
