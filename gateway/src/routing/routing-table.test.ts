import { describe, expect, it } from 'vitest';
import { apiRoutes, bodyLimitOf, checkApiRoutes, findApiRoute, laneOf } from './routing-table';

describe('the routing table', () => {
  it('is valid', () => {
    expect(() => checkApiRoutes(apiRoutes)).not.toThrow();
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
  ] as [string, typeof apiRoutes][])('is rejected with %s', (_name, routes) => {
    expect(() => checkApiRoutes(routes)).toThrow(/routing table/i);
  });

  it('matches whole path segments', () => {
    expect(findApiRoute('/api/tasks')?.service).toBe('tasks');
    expect(findApiRoute('/api/tasks/')?.service).toBe('tasks');
    expect(findApiRoute('/api/tasksx')).toBeUndefined();
    expect(findApiRoute('/API/tasks')).toBeUndefined();
  });

  it.each([
    ['/api/tasks/live', 'streams'],
    ['/api/tasks/1/live', 'streams'],
    ['/api/notifications/live', 'streams'],
    ['/api/notifications', 'calls'],
    ['/api/tasks/1/attachments/2/download', 'transfers'],
    ['/api/tasks/1/reporter-access/attachments/2/download', 'transfers'],
  ])('sends %s on the lane %s', (path, lane) => {
    expect(laneOf('GET', path)).toBe(lane);
  });

  it('allows large bodies only for attachments', () => {
    expect(bodyLimitOf('POST', '/api/tasks/1/attachments')).toBeGreaterThan(10 * 1024 * 1024);
    expect(bodyLimitOf('POST', '/api/tasks/1/reporter-access/attachments')).toBeGreaterThan(10 * 1024 * 1024);
    expect(bodyLimitOf('PUT', '/api/tasks/1/attachments')).toBe(256 * 1024);
    expect(bodyLimitOf('POST', '/api/tasks')).toBe(256 * 1024);
    expect(bodyLimitOf('POST', '/api/tasks/import')).toBe(256 * 1024);
    expect(bodyLimitOf('POST', '/api/workflow-configuration/import')).toBe(3 * 1024 * 1024);
    expect(bodyLimitOf('POST', '/api/tasks/workflow-impact')).toBe(3 * 1024 * 1024);
    expect(bodyLimitOf('POST', '/api/workflow-parameters')).toBe(256 * 1024);
  });
});
