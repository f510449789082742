import type { RemoteRegistry } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { createRouteTable } from './route-table';

const route = (path: string) => ({ path, access: 'signed-in', layout: 'frame' });
const table = createRouteTable({
  remotes: [
    { id: 'mf-a', routes: [route('/things'), route('/things/:id')] },
    { id: 'mf-b', routes: [route('/things/new'), route('/thing/:id')] },
  ],
} as unknown as RemoteRegistry);

describe('RouteTable.find', () => {
  it.each([
    ['/things', 'mf-a', '/things'],
    ['/things/', 'mf-a', '/things'],
    ['/things/17', 'mf-a', '/things/:id'],
    ['/things/17/parts', 'mf-a', '/things/:id'],
    ['/things/new', 'mf-b', '/things/new'],
    ['/thing/17', 'mf-b', '/thing/:id'],
  ])('matches %s to a route of %s', (path, remoteId, pattern) => {
    expect(table.find(path)).toMatchObject({ remoteId, pattern });
  });

  it.each(['/', '/thing', '/thingsandmore', '/other'])('finds no claim for %s', (path) => {
    expect(table.find(path)).toBeUndefined();
  });
});
