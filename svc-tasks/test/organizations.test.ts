import { createLog, withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSweeper } from '../src/sweeper';
import { type Fixture, startFixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const listOrganizations = async () => (await fixture.service.request('GET', '/internal/organizations')).body;
const expectedOrganization = (id: number, codeName: string) => ({
  id,
  name: `Organizacja ${codeName}`,
  codeName,
  timeZone: 'Europe/Warsaw',
});

describe('GET /internal/organizations', () => {
  it('lists the organizations known from events, with their present names', async () => {
    await fixture.service.addOrganization(701, 'pierwsza');
    const second = await fixture.service.addOrganization(702, 'druga');
    expect(await listOrganizations()).toEqual(
      expect.arrayContaining([expectedOrganization(701, 'pierwsza'), expectedOrganization(702, 'druga')]),
    );

    await fixture.service.addOrganization(701, 'przemianowana');
    await fixture.service.deleteOrganization(second);
    const remaining = await listOrganizations();
    expect(remaining).toContainEqual(expectedOrganization(701, 'przemianowana'));
    expect(remaining).not.toContainEqual(expect.objectContaining({ id: 702 }));
    const { id, code: codeName } = fixture.acme;
    expect(remaining).toContainEqual(expect.objectContaining({ id, codeName }));
  });

  it('keeps the time zone of the last event that contains one', async () => {
    const { addOrganization } = fixture.service;
    const zoneOf = async () =>
      (await listOrganizations()).find(({ id }: { id: number }) => id === 704)?.timeZone;
    await addOrganization(704, 'tokio', 'Asia/Tokyo');
    expect(await zoneOf()).toBe('Asia/Tokyo');
    await addOrganization(704, 'tokio');
    expect(await zoneOf()).toBe('Asia/Tokyo');
    await addOrganization(704, 'tokio', 'Europe/London');
    expect(await zoneOf()).toBe('Europe/London');
  });

  it('has the default time zone where PostgreSQL does not know the published one', async () => {
    const organization = await fixture.service.addOrganization(705, 'dawnastrefa', 'US/Pacific-New');
    expect(await listOrganizations()).toContainEqual(expectedOrganization(705, 'dawnastrefa'));
    const { db, store, addMember, request } = fixture.service;
    const token = await addMember(organization, 75, ['MEMBER']);
    const listDue = () => request('GET', '/api/tasks?due=today', { organization, token });
    expect((await listDue()).status).toBe(200);
    // As before an update of the time zone database.
    await withOrganization(db, 705, (tx) => tx('organizations').update({ time_zone: 'US/Pacific-New' }));
    const sweeper = createSweeper(db, store, createLog('test', 'silent'));
    sweeper.start();
    await sweeper.stop();
    expect(await listOrganizations()).toContainEqual(expectedOrganization(705, 'dawnastrefa'));
    expect((await listDue()).status).toBe(200);
  });

  it('omits an organization whose code name is unknown', async () => {
    await fixture.service.addOrganization(703, 'dawna');
    await withOrganization(fixture.service.db, 703, (tx) => tx('organizations').update({ code_name: null }));
    expect(await listOrganizations()).not.toContainEqual(expect.objectContaining({ id: 703 }));
  });
});
