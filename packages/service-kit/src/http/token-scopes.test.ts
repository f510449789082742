import { describe, expect, it } from 'vitest';
import type { Route } from './route';
import { checkTokenScope, scopeOfRoute } from './token-scopes';

const route = (method: Route['method'], path: Route['path']) => ({ method, path }) as Route;

describe('scopeOfRoute', () => {
  it.each([
    ['GET', '/api/tasks', 'tasks:read'],
    ['POST', '/api/tasks', 'tasks:write'],
    ['POST', '/api/tasks/:publicTaskId/attachments', 'tasks:write'],
    ['GET', '/api/approvals', 'tasks:read'],
    ['DELETE', '/api/task-views/:id', 'tasks:write'],
    ['POST', '/api/tasks/workflow-impact', 'tasks:read'],
    ['PUT', '/api/workflow-status/:id', 'workflow:write'],
    ['GET', '/api/workflow-configuration', 'workflow:read'],
    ['GET', '/api/organizations/users', 'people:read'],
    ['POST', '/api/admin/invite-user', 'people:write'],
    ['GET', '/api/webhooks', 'webhooks'],
    ['POST', '/api/webhooks/:webhookId/test', 'webhooks'],
    ['GET', '/api/auth/me', 'any'],
    ['GET', '/scim/v2/Users', 'people:write'],
    ['PATCH', '/scim/v2/Groups/:id', 'people:write'],
  ] as const)('requires for %s %s the scope %s', (method, path, scope) => {
    expect(scopeOfRoute(route(method, path))).toBe(scope);
  });

  it.each([
    ['GET', '/api/account'],
    ['POST', '/api/account/tokens'],
    ['POST', '/api/auth/hand-over'],
    ['DELETE', '/api/organizations/:id'],
    ['GET', '/api/identity-providers'],
    ['GET', '/api/integrations'],
    ['POST', '/api/integrations/:id/tokens'],
    ['GET', '/api/security-log'],
    ['POST', '/api/calendar-key'],
    ['PUT', '/api/absence'],
    ['GET', '/api/tasks/live'],
    ['GET', '/api/tasks/:publicTaskId/live'],
    ['GET', '/api/delivery'],
    ['GET', '/api/webhooks-of-a-later-version'],
    ['GET', '/api/tasks-of-a-later-version'],
  ] as const)('allows no token to call %s %s', (method, path) => {
    expect(scopeOfRoute(route(method, path))).toBeUndefined();
  });
});

describe('checkTokenScope', () => {
  it('lets a person call everything', () => {
    expect(() => checkTokenScope(route('GET', '/api/account'), {})).not.toThrow();
  });

  it('names the missing scope', () => {
    expect(() => checkTokenScope(route('POST', '/api/groups'), { scopes: ['people:read'] })).toThrow(
      'people:write',
    );
  });

  it('allows nothing without a scope, but the question for the owner', () => {
    expect(() => checkTokenScope(route('GET', '/api/tasks'), { scopes: [] })).toThrow();
    expect(() => checkTokenScope(route('GET', '/api/auth/me'), { scopes: [] })).not.toThrow();
  });
});
