import { describe, expect, it } from 'vitest';
import { type ApiRoute, apiRoutes, bodyLimitOf, checkApiRoutes, findApiRoute } from './routing-table';

describe('the routing table', () => {
  it('is valid', () => {
    expect(() => checkApiRoutes()).not.toThrow();
  });

  it.each([
    ['a duplicate path', [...apiRoutes, { prefix: '/api/tasks', service: 'workflow' }]],
    [
      'a path below a path of another service',
      [...apiRoutes, { prefix: '/api/users/search', service: 'tasks' }],
    ],
    ['a path of the gateway itself', [...apiRoutes, { prefix: '/api/docs/new', service: 'tasks' }]],
    ['a malformed prefix', [...apiRoutes, { prefix: '/api/Tasks/', service: 'tasks' }]],
    ['a service without paths', apiRoutes.filter(({ service }) => service !== 'workflow')],
  ] as [string, ApiRoute[]][])('is rejected with %s', (_name, routes) => {
    expect(() => checkApiRoutes(routes)).toThrow(/routing table/i);
  });

  it('matches whole path segments', () => {
    expect(findApiRoute('/api/tasks')?.service).toBe('tasks');
    expect(findApiRoute('/api/tasks/')?.service).toBe('tasks');
    expect(findApiRoute('/api/tasksx')).toBeUndefined();
    expect(findApiRoute('/API/tasks')).toBeUndefined();
  });

  it('allows large bodies only for attachments', () => {
    expect(bodyLimitOf('POST', '/api/tasks/1/attachments')).toBeGreaterThan(10 * 1024 * 1024);
    expect(bodyLimitOf('PUT', '/api/tasks/1/attachments')).toBe(256 * 1024);
    expect(bodyLimitOf('POST', '/api/tasks')).toBe(256 * 1024);
  });
});
