import type { GroupMemberRole } from '@obieg/contracts';
import fc from 'fast-check';
import { type Fixture, userIds as staffIds } from './fixture';
import type {
  ModelComment,
  ModelGroup,
  ModelMembership,
  ModelOrganization,
  ModelTask,
  Person,
} from './visibility-model';
import { emailOf } from './visibility-model';

const peopleCount = 8;
const groupCount = 5;
const tasksPerOrganization = 10;

const arbitraryPerson = fc.nat(peopleCount - 1);
const arbitraryGroup = fc.nat(groupCount - 1);
const arbitraryReaders = {
  users: fc.uniqueArray(arbitraryPerson, { maxLength: 2 }),
  groups: fc.uniqueArray(arbitraryGroup, { maxLength: 2 }),
};
const arbitraryMemberRole = fc.constantFrom<GroupMemberRole>('LEADER', 'MEMBER', 'OBSERVER', 'SUSPENDED');

/**
 * Generates people, groups, memberships and tasks, which refer to each other by index.
 * The `later` fields apply after the tasks are created.
 */
export const arbitraryOrganization = fc.record({
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
  groups: fc.array(fc.record({ parent: fc.option(arbitraryGroup), isDeleted: fc.boolean() }), {
    minLength: groupCount,
    maxLength: groupCount,
  }),
  memberships: fc.uniqueArray(
    fc.record({
      group: arbitraryGroup,
      person: arbitraryPerson,
      role: arbitraryMemberRole,
      laterRole: fc.oneof(fc.constant('same' as const), fc.constant('removed' as const), arbitraryMemberRole),
    }),
    { selector: ({ group, person }) => `${group}-${person}`, minLength: 8, maxLength: 16 },
  ),
  tasks: fc.array(
    fc.record({
      ...arbitraryReaders,
      author: fc.option(arbitraryPerson, { freq: 1 }),
      emailOwner: arbitraryPerson,
      assignee: fc.oneof(
        fc.constant(null),
        arbitraryPerson.map((person) => ({ person })),
        arbitraryGroup.map((group) => ({ group })),
      ),
      isDeleted: fc.nat(7).map((one) => one === 0),
      comments: fc.array(fc.record({ ...arbitraryReaders, isVisibleToAuthor: fc.boolean() }), {
        maxLength: 3,
      }),
    }),
    { minLength: tasksPerOrganization, maxLength: tasksPerOrganization },
  ),
});

type GeneratedOrganization = typeof arbitraryOrganization extends fc.Arbitrary<infer T> ? T : never;

export interface CreatedTask extends ModelTask {
  id: number;
  attachmentId: number;
}

export interface CreatedOrganization extends ModelOrganization {
  tokens: ReadonlyMap<number, string>;
  tasks: readonly CreatedTask[];
  /** A word that only the titles of these tasks contain. */
  marker: string;
}

let organizationCount = 0;

/**
 * Creates a generated organization inside acme through requests and events.
 *
 * @returns the state after the `later` changes
 */
export const createOrganization = async (
  { service, acme, tokens: staffTokens, call, submit }: Fixture,
  generated: GeneratedOrganization,
  attach: (id: number, token: string) => Promise<number>,
): Promise<CreatedOrganization> => {
  organizationCount += 1;
  const base = organizationCount * 1_000;
  const marker = `swiat${base}x`;
  const personIdOf = (index: number): number => base + index;
  // Groups have the same ids as people, so that a test fails if the service confuses the two.
  const groupIdOf = (index: number): number => base + index;

  const setMembership = async (id: number, role: Person['role'], isVerified: boolean): Promise<string> => {
    if (role === 'SUPER_ADMIN') return service.addSuperAdmin(acme, id);
    return service.addMember(acme, id, role === undefined ? [] : [role], isVerified);
  };
  const tokens = new Map<number, string>();
  for (const [index, { role, isVerified }] of generated.people.entries())
    tokens.set(personIdOf(index), await setMembership(personIdOf(index), role, isVerified));
  const tokenOf = (id: number): string => tokens.get(id) ?? '';

  const parentOf = (index: number): number | null => {
    const parent = generated.groups[index]?.parent ?? null;
    return parent === null || parent >= index ? null : parent;
  };
  const groups: ModelGroup[] = [];
  for (const [index, { isDeleted }] of generated.groups.entries()) {
    const parent = parentOf(index);
    const parentId = parent === null ? null : groupIdOf(parent);
    await service.addGroup(acme, groupIdOf(index), parentId);
    // Only groups without child groups can be deleted.
    const isLeaf = generated.groups.every((_, other) => parentOf(other) !== index);
    groups.push({ id: groupIdOf(index), parentId, isDeleted: isDeleted && isLeaf });
  }
  for (const { group, person, role } of generated.memberships)
    await service.joinGroup(acme, groupIdOf(group), personIdOf(person), role);

  const roleOf = (index: number) => generated.people[index]?.role;
  const isMember = (index: number): boolean => roleOf(index) !== 'SUPER_ADMIN';
  const hasBasePermission = (index: number): boolean => roleOf(index) !== 'REPORTER';
  /** Requests that name super administrators or reporters are rejected. A named member can become a reporter later. */
  const canBeNamed = (index: number): boolean => isMember(index) && hasBasePermission(index);

  const addComments = async (
    id: number,
    writer: { id: number; token: string },
    comments: GeneratedOrganization['tasks'][number]['comments'],
  ): Promise<ModelComment[]> => {
    const added: ModelComment[] = [];
    for (const [index, { users, groups: visibleGroups, isVisibleToAuthor }] of comments.entries()) {
      const content = `Komentarz ${index}`;
      const userIds = users.filter(canBeNamed).map(personIdOf);
      const groupIds = visibleGroups.map(groupIdOf);
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

  const requireSuccess = async (response: ReturnType<typeof call>): Promise<void> => {
    const { status, body } = await response;
    if (status >= 300) throw new Error(JSON.stringify(body));
  };

  const createTask = async (
    task: GeneratedOrganization['tasks'][number],
    index: number,
  ): Promise<CreatedTask> => {
    const title = `Nie działa drukarka ${marker} ${index}`;
    const userIds = task.users.filter(canBeNamed).map(personIdOf);
    const groupIds = task.groups.map(groupIdOf);
    const { assignee: generatedAssignee } = task;
    const assignee =
      generatedAssignee === null
        ? null
        : 'group' in generatedAssignee
          ? { groupId: groupIdOf(generatedAssignee.group) }
          : canBeNamed(generatedAssignee.person)
            ? { userId: personIdOf(generatedAssignee.person) }
            : null;
    const modelTask = { userIds, groupIds, assignee, isDeleted: task.isDeleted };
    // No generated person belongs to group 9. It replaces the assignee that the workflow would set.
    const unrelatedGroup = { groupId: 9 };
    if (task.author !== null && hasBasePermission(task.author) && !task.isDeleted) {
      const author = { id: personIdOf(task.author), token: tokenOf(personIdOf(task.author)) };
      const { userId, groupId } = { userId: undefined, groupId: undefined, ...(assignee ?? unrelatedGroup) };
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
      const attachmentId = await attach(id, author.token);
      const comments = await addComments(id, author, task.comments);
      return { ...modelTask, author: { userId: author.id }, id, attachmentId, comments };
    }
    // Visitors and reporters cannot set readers or assignee, so an operator assigns and then restricts the task.
    const writer = { id: staffIds.operator, token: staffTokens.operator };
    const email = emailOf(personIdOf(task.emailOwner));
    const id =
      task.author === null
        ? await submit({ title, createdByEmail: email })
        : await submit({ title }, tokenOf(personIdOf(task.author)));
    const attachmentId = await attach(id, writer.token);
    const comments = await addComments(id, writer, task.comments);
    const path = `/api/tasks/${id}`;
    const { userId, groupId } = { userId: undefined, groupId: undefined, ...(assignee ?? unrelatedGroup) };
    await requireSuccess(
      call('POST', `${path}/assign`, writer.token, {
        assignmentType: userId === undefined ? 'ASSIGN_TO_GROUP' : 'ASSIGN_TO_USER',
        userId,
        groupId,
      }),
    );
    if (task.isDeleted) await requireSuccess(call('DELETE', path, writer.token));
    else
      await requireSuccess(
        call('PUT', path, writer.token, { title, visibleUserIds: userIds, visibleGroupIds: groupIds }),
      );
    const author = task.author === null ? { email } : { userId: personIdOf(task.author) };
    return { ...modelTask, author, id, attachmentId, comments };
  };
  const tasks = await Promise.all(generated.tasks.map(createTask));

  // The organization changes after the tasks are created.
  const people: Person[] = [];
  for (const [index, person] of generated.people.entries()) {
    const id = personIdOf(index);
    const isSuperAdmin = person.role === 'SUPER_ADMIN';
    const role = person.laterRole === 'same' || isSuperAdmin ? person.role : person.laterRole;
    await setMembership(id, role, person.isVerifiedLater);
    people.push({ id, role, isVerified: person.isVerifiedLater });
  }
  const memberships: ModelMembership[] = [];
  for (const { group, person, role, laterRole } of generated.memberships) {
    const [groupId, userId] = [groupIdOf(group), personIdOf(person)];
    if (laterRole === 'removed') await service.leaveGroup(acme, groupId, userId);
    else if (laterRole !== 'same') await service.joinGroup(acme, groupId, userId, laterRole);
    if (laterRole !== 'removed')
      memberships.push({ groupId, userId, role: laterRole === 'same' ? role : laterRole });
  }
  for (const { id, isDeleted } of groups) if (isDeleted) await service.deleteGroup(acme, id);
  return { people, groups, memberships, tokens, tasks, marker };
};
