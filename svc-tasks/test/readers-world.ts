import type { GroupMemberRole } from '@obieg/contracts';
import fc from 'fast-check';
import type { Acme } from './acme';
import type { CommentOfRule, GroupOfRule, MembershipOfRule, Person, TaskOfRule, World } from './readers-rule';
import { emailOf } from './readers-rule';

const peopleCount = 8;
const groupCount = 5;
const tasksPerWorld = 10;

const anyPersonIndex = fc.nat(peopleCount - 1);
const anyGroupIndex = fc.nat(groupCount - 1);
const anyAudience = {
  users: fc.uniqueArray(anyPersonIndex, { maxLength: 2 }),
  groups: fc.uniqueArray(anyGroupIndex, { maxLength: 2 }),
};
const anyMemberRole = fc.constantFrom<GroupMemberRole>('LEADER', 'MEMBER', 'OBSERVER', 'SUSPENDED');

/** People, groups, memberships and tasks by their place in the list, and what becomes of them once the tasks are made. */
export const anyWorld = fc.record({
  people: fc.array(
    fc.record({
      role: fc.constantFrom<NonNullable<Person['role']>>(
        'MEMBER',
        'MEMBER',
        'OPERATOR',
        'WORKFLOW_MANAGER',
        'ORG_ADMIN',
        'REPORTER',
        'REPORTER',
        'SUPER_ADMIN',
      ),
      laterRole: fc.constantFrom<Person['role'] | 'same'>(
        'same',
        'same',
        'same',
        'MEMBER',
        'REPORTER',
        undefined,
      ),
      isVerified: fc.boolean(),
      isVerifiedLater: fc.boolean(),
    }),
    { minLength: peopleCount, maxLength: peopleCount },
  ),
  groups: fc.array(fc.record({ parent: fc.option(anyGroupIndex), isDeleted: fc.boolean() }), {
    minLength: groupCount,
    maxLength: groupCount,
  }),
  memberships: fc.uniqueArray(
    fc.record({
      group: anyGroupIndex,
      person: anyPersonIndex,
      role: anyMemberRole,
      laterRole: fc.oneof(fc.constant('same' as const), fc.constant('removed' as const), anyMemberRole),
    }),
    { selector: ({ group, person }) => `${group}-${person}`, minLength: 8, maxLength: 16 },
  ),
  tasks: fc.array(
    fc.record({
      ...anyAudience,
      author: fc.option(anyPersonIndex, { freq: 1 }),
      address: anyPersonIndex,
      assignee: fc.oneof(
        fc.constant(null),
        anyPersonIndex.map((person) => ({ person })),
        anyGroupIndex.map((group) => ({ group })),
      ),
      isDeleted: fc.nat(7).map((one) => one === 0),
      comments: fc.array(fc.record({ ...anyAudience, isVisibleToAuthor: fc.boolean() }), { maxLength: 3 }),
    }),
    { minLength: tasksPerWorld, maxLength: tasksPerWorld },
  ),
});
type Drawn = typeof anyWorld extends fc.Arbitrary<infer T> ? T : never;

export interface MadeTask extends TaskOfRule {
  id: number;
  /** The attachment that every task gets. */
  file: number;
}

export interface MadeWorld extends World {
  tokens: ReadonlyMap<number, string>;
  tasks: readonly MadeTask[];
  /** A word that is in the titles of these tasks alone. */
  marker: string;
}

let worlds = 0;

/** Brings a drawn world about through the service's own calls and events; what it answers is true at the end. */
export const createWorld = async (
  { tasks: service, acme, tokens: staff, call, submit }: Acme,
  drawn: Drawn,
  attach: (id: number, token: string) => Promise<number>,
): Promise<MadeWorld> => {
  worlds += 1;
  const base = worlds * 1_000;
  const marker = `swiat${base}x`;
  const personIdOf = (index: number): number => base + index;
  // The numbers of people: one must not be taken for the other.
  const groupIdOf = (index: number): number => base + index;

  const settle = async (id: number, role: Person['role'], isVerified: boolean): Promise<string> => {
    if (role === 'SUPER_ADMIN') return service.addSuperAdmin(acme, id);
    return service.addMember(acme, id, role === undefined ? [] : [role], isVerified);
  };
  const tokens = new Map<number, string>();
  for (const [index, { role, isVerified }] of drawn.people.entries())
    tokens.set(personIdOf(index), await settle(personIdOf(index), role, isVerified));
  const tokenOf = (id: number): string => tokens.get(id) ?? '';

  const parentOf = (index: number): number | null => {
    const parent = drawn.groups[index]?.parent ?? null;
    return parent === null || parent >= index ? null : parent;
  };
  const groups: GroupOfRule[] = [];
  for (const [index, { isDeleted }] of drawn.groups.entries()) {
    const parent = parentOf(index);
    const parentId = parent === null ? null : groupIdOf(parent);
    await service.addGroup(acme, groupIdOf(index), parentId);
    // A group with others below it is not deleted.
    const isLeaf = drawn.groups.every((_, other) => parentOf(other) !== index);
    groups.push({ id: groupIdOf(index), parentId, isDeleted: isDeleted && isLeaf });
  }
  for (const { group, person, role } of drawn.memberships)
    await service.joinGroup(acme, groupIdOf(group), personIdOf(person), role);

  const roleOf = (index: number) => drawn.people[index]?.role;
  const isMember = (index: number): boolean => roleOf(index) !== 'SUPER_ADMIN';
  const hasBase = (index: number): boolean => roleOf(index) !== 'REPORTER';
  /** Others are refused when they are named; who is named may become one of them later. */
  const mayBeNamed = (index: number): boolean => isMember(index) && hasBase(index);

  const addComments = async (
    id: number,
    writer: { id: number; token: string },
    comments: Drawn['tasks'][number]['comments'],
  ): Promise<CommentOfRule[]> => {
    const added: CommentOfRule[] = [];
    for (const [index, { users, groups: named, isVisibleToAuthor }] of comments.entries()) {
      const content = `Komentarz ${index}`;
      const userIds = users.filter(mayBeNamed).map(personIdOf);
      const groupIds = named.map(groupIdOf);
      const { status, body } = await call('POST', `/api/tasks/${id}/comment`, writer.token, {
        content,
        visibleUserIds: userIds,
        visibleGroupIds: groupIds,
        visibleToAuthor: isVisibleToAuthor,
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      added.push({ content, writerId: writer.id, isVisibleToAuthor, userIds, groupIds });
    }
    return added;
  };

  const must = async (answer: ReturnType<typeof call>): Promise<void> => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(JSON.stringify(body));
  };

  const make = async (task: Drawn['tasks'][number], index: number): Promise<MadeTask> => {
    const title = `Nie działa drukarka ${marker} ${index}`;
    const userIds = task.users.filter(mayBeNamed).map(personIdOf);
    const groupIds = task.groups.map(groupIdOf);
    const { assignee: given } = task;
    const assignee =
      given === null
        ? null
        : 'group' in given
          ? { groupId: groupIdOf(given.group) }
          : mayBeNamed(given.person)
            ? { userId: personIdOf(given.person) }
            : null;
    const described = { userIds, groupIds, assignee, isDeleted: task.isDeleted };
    // Group 9 holds no reader: whom the workflow would assign the task to counts for nobody here.
    const elsewhere = { groupId: 9 };
    if (task.author !== null && hasBase(task.author) && !task.isDeleted) {
      const author = { id: personIdOf(task.author), token: tokenOf(personIdOf(task.author)) };
      const { userId, groupId } = { userId: undefined, groupId: undefined, ...(assignee ?? elsewhere) };
      const id = await submit(
        {
          title,
          visibleUserIds: userIds,
          visibleGroupIds: groupIds,
          assignedUserId: userId,
          assignedGroupId: groupId,
        },
        author.token,
      );
      const file = await attach(id, author.token);
      const comments = await addComments(id, author, task.comments);
      return { ...described, author: { userId: author.id }, id, file, comments };
    }
    // Visitors and reporters name nobody: what they leave open an operator assigns and then restricts.
    const writer = { id: 10, token: staff.operator };
    const address = emailOf(personIdOf(task.address));
    const id =
      task.author === null
        ? await submit({ title, createdByEmail: address })
        : await submit({ title }, tokenOf(personIdOf(task.author)));
    const file = await attach(id, writer.token);
    const comments = await addComments(id, writer, task.comments);
    const path = `/api/tasks/${id}`;
    const { userId, groupId } = { userId: undefined, groupId: undefined, ...(assignee ?? elsewhere) };
    await must(
      call('POST', `${path}/assign`, writer.token, {
        assignmentType: userId === undefined ? 'ASSIGN_TO_GROUP' : 'ASSIGN_TO_USER',
        userId,
        groupId,
      }),
    );
    if (task.isDeleted) await must(call('DELETE', path, writer.token));
    else
      await must(
        call('PUT', path, writer.token, { title, visibleUserIds: userIds, visibleGroupIds: groupIds }),
      );
    const author = task.author === null ? { email: address } : { userId: personIdOf(task.author) };
    return { ...described, author, id, file, comments };
  };
  const tasks = await Promise.all(drawn.tasks.map(make));

  // From here on the organization changes under the tasks.
  const people: Person[] = [];
  for (const [index, person] of drawn.people.entries()) {
    const id = personIdOf(index);
    const isSuperAdmin = person.role === 'SUPER_ADMIN';
    const role = person.laterRole === 'same' || isSuperAdmin ? person.role : person.laterRole;
    await settle(id, role, person.isVerifiedLater);
    people.push({ id, role, isVerified: person.isVerifiedLater });
  }
  const memberships: MembershipOfRule[] = [];
  for (const { group, person, role, laterRole } of drawn.memberships) {
    const [groupId, userId] = [groupIdOf(group), personIdOf(person)];
    if (laterRole === 'removed') await service.leaveGroup(acme, groupId, userId);
    else if (laterRole !== 'same') await service.joinGroup(acme, groupId, userId, laterRole);
    if (laterRole !== 'removed')
      memberships.push({ groupId, userId, role: laterRole === 'same' ? role : laterRole });
  }
  for (const { id, isDeleted } of groups) if (isDeleted) await service.deleteGroup(acme, id);
  return { people, groups, memberships, tokens, tasks, marker };
};
