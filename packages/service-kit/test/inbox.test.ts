import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyEvents, readEvent } from '../src/events/inbox';
import {
  applyMessage,
  createMemberLookUp,
  defineBulkReaction,
  defineReaction,
  memberLookUpMigration,
  memberReactions,
  memberReadModelMigration,
  memberSignInNameMigration,
  type Reaction,
  serviceKitMigration,
} from '../src/index';
import { buildEvent, createTestDatabase, type TestDatabase } from '../src/testing/index';

let reader: TestDatabase;
beforeAll(async () => {
  reader = await createTestDatabase([
    serviceKitMigration,
    memberReadModelMigration,
    memberLookUpMigration,
    memberSignInNameMigration,
  ]);
  await apply(buildUserEvent(700, 'marek', 10));
});
afterAll(() => reader.close());

const createInbox = () => ({ service: 'direct', reactions: memberReactions, db: reader.db });
const apply = (payload: string) => applyMessage(createInbox(), payload);
const applyAll = (payloads: readonly string[], reactions: readonly Reaction[] = memberReactions) =>
  applyEvents({ ...createInbox(), reactions }, payloads.map(readEvent));
const buildUserEvent = (id: number, username: string, version: number) =>
  buildEvent(
    'obieg.identity.user.changed',
    { id, username, email: `${username}@acme.test`, systemRoles: [] },
    { aggregateId: id, version },
  );
const buildMembershipEvent = (roles: ('MEMBER' | 'OPERATOR')[], version: number, organizationId = 7) =>
  buildEvent(
    'obieg.identity.membership.changed',
    { organizationId, userId: 700, roles, isEmailVerified: true },
    { aggregateId: 700, version },
  );
const listPermissions = async (organizationId: number) => {
  const member = await createMemberLookUp(reader.db).findPermissions(700, organizationId);
  return member && [...member.permissions].sort();
};

describe('applyMessage', () => {
  it('applies an event once and ignores older versions', async () => {
    const newer = buildMembershipEvent(['OPERATOR'], 20);
    expect(await apply(newer)).toBe('applied');
    expect(await apply(newer)).toBe('duplicate');
    expect(await apply(buildMembershipEvent(['MEMBER'], 19))).toBe('outdated');
    expect(await listPermissions(7)).toEqual(['BASE', 'OPERATOR']);
  });

  it('applies an equal version again', async () => {
    expect(await apply(buildMembershipEvent(['MEMBER'], 30))).toBe('applied');
    expect(await apply(buildMembershipEvent(['MEMBER'], 30))).toBe('applied');
  });

  it('rolls back if the reaction fails, so that a later attempt applies the event', async () => {
    const failing = defineReaction({
      type: 'obieg.identity.user.changed',
      apply: async () => {
        throw new Error('not now');
      },
    });
    const event = buildUserEvent(701, 'later', 40);
    await expect(applyMessage({ ...createInbox(), reactions: [failing] }, event)).rejects.toThrow('not now');
    expect(await apply(event)).toBe('applied');
  });

  it('ignores unknown types and types without a reaction', async () => {
    const event = JSON.parse(buildUserEvent(1, 'a', 1));
    expect(await apply(JSON.stringify({ ...event, type: 'obieg.identity.planet.changed' }))).toBe('ignored');
    expect(await applyMessage({ ...createInbox(), reactions: [] }, JSON.stringify(event))).toBe('ignored');
  });

  it('rejects an event that violates its schema', async () => {
    const event = JSON.parse(buildUserEvent(1, 'a', 1));
    await expect(apply(JSON.stringify({ ...event, data: { id: 'x' } }))).rejects.toThrow();
    await expect(apply('{')).rejects.toThrow();
  });
});

describe('applyEvents', () => {
  it('applies events in order and in their organization, and skips all but the newest of each aggregate', async () => {
    const first = buildMembershipEvent(['OPERATOR'], 100, 8);
    const outcomes = await applyAll([
      first,
      buildUserEvent(702, 'between', 101),
      buildMembershipEvent(['MEMBER'], 102, 9),
      buildMembershipEvent([], 103, 8),
      first,
      buildMembershipEvent(['OPERATOR'], 99, 9),
    ]);
    expect(outcomes).toEqual(['outdated', 'applied', 'applied', 'applied', 'duplicate', 'outdated']);
    expect(await listPermissions(8)).toBeUndefined();
    expect(await listPermissions(9)).toEqual(['BASE']);
  });

  it('applies a duplicate within a batch once', async () => {
    const event = buildMembershipEvent(['OPERATOR'], 105, 10);
    expect(await applyAll([event, buildUserEvent(705, 'between', 106), event])).toEqual([
      'applied',
      'applied',
      'duplicate',
    ]);
    expect(await listPermissions(10)).toEqual(['BASE', 'OPERATOR']);
    expect(await applyAll([event, event])).toEqual(['duplicate', 'duplicate']);
  });

  it('passes consecutive events of one type and organization to a reaction together', async () => {
    const runs: string[] = [];
    const reaction = defineBulkReaction({
      type: 'obieg.identity.membership.changed',
      applyAll: async (tx, events) => {
        const { rows } = await tx.raw('select app_organization_id() as scope');
        runs.push(`${rows[0].scope}: ${events.map(({ data }) => data.userId).join(' ')}`);
      },
    });
    const buildEventOf = (userId: number, organizationId: number, version: number) =>
      buildEvent(
        'obieg.identity.membership.changed',
        { organizationId, userId, roles: ['MEMBER'], isEmailVerified: true },
        { aggregateId: userId, version },
      );
    const messages = [
      buildEventOf(1, 20, 200),
      buildEventOf(2, 20, 201),
      buildEventOf(1, 21, 202),
      buildEventOf(1, 20, 203),
      buildEventOf(3, 20, 204),
    ];
    await applyAll(messages, [reaction]);
    expect(runs).toEqual(['20: 2', '21: 1', '20: 1 3']);
  });

  it('applies either all events or none', async () => {
    const good = buildUserEvent(703, 'good', 110);
    const failing = defineReaction({
      type: 'obieg.identity.membership.changed',
      apply: async () => {
        throw new Error('not now');
      },
    });
    const reactions = [...memberReactions, failing];
    await expect(applyAll([good, buildMembershipEvent(['MEMBER'], 111)], reactions)).rejects.toThrow(
      'not now',
    );
    expect(await apply(good)).toBe('applied');
  });

  it('applies an event without an organization outside the organization of the previous event', async () => {
    const seen: unknown[] = [];
    const watching = [
      ...memberReactions.filter(({ type }) => type.includes('membership')),
      defineReaction({
        type: 'obieg.identity.user.changed',
        apply: async (tx) => void seen.push(await tx('memberships')),
      }),
    ];
    await applyAll([buildMembershipEvent(['MEMBER'], 120), buildUserEvent(704, 'nobody', 121)], watching);
    expect(seen).toEqual([[]]);
  });
});

describe('findPermissions', () => {
  it('returns undefined for a former member, and rejects with 503 for an unknown user', async () => {
    for (const [userId, organizationId] of [
      [700, 555],
      [999, 7],
      [999, undefined],
    ] as const)
      await expect(
        createMemberLookUp(reader.db).findPermissions(userId, organizationId),
      ).rejects.toMatchObject({
        status: 503,
      });
    await apply(buildMembershipEvent(['MEMBER'], 200));
    expect(await listPermissions(7)).toEqual(['BASE']);
    await apply(buildMembershipEvent([], 201));
    expect(await listPermissions(7)).toBeUndefined();
    expect((await createMemberLookUp(reader.db).findPermissions(700, undefined))?.permissions).toEqual(
      new Set(),
    );
  });
});
