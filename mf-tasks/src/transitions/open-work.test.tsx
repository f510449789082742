import type { LinkRelation, StatusType, TaskLink } from '@obieg/contracts';
import { signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeTaskApi, movedTaskResponse, openAs, readPostBodies, transition } from '../task/test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(
  () =>
    Promise.all([
      import('../pages/TaskView/TaskViewPage'),
      import('../pages/TaskView/TaskTransitions'),
      import('./TransitionModal'),
    ]),
  60_000,
);
afterEach(signOutForTest);

const link = (linkId: number, relation: LinkRelation, statusType: StatusType = 'INITIAL'): TaskLink => ({
  linkId,
  relation,
  task: {
    publicTaskId: 100000000100 + linkId,
    title: `Zadanie ${linkId}`,
    statusName: 'Nowe',
    statusType,
    priority: 'NORMAL',
    dueAt: null,
    assigneeName: null,
    assigneeAddressHint: null,
  },
});
const finish = transition({ transitionName: 'Zakończ', toStatusName: 'Zakończone', toStatusType: 'FINAL' });
const open = async (links: TaskLink[], option = finish, statusType: StatusType = 'INITIAL') => {
  const { api } = await openAs(['hasBasePermission'], {
    ...fakeTaskApi({ task: { statusType }, transitions: [option], links }),
    'POST /api/tasks/:id/transition': () => movedTaskResponse(),
  });
  await userEvent.click(await screen.findByRole('button', { name: option.transitionName }));
  return api;
};

describe('A transition that finishes a task with open work', () => {
  it('names the blocking tasks and the subtasks that are open, and runs when the user decides so', async () => {
    const api = await open([
      link(1, 'BLOCKED_BY'),
      link(2, 'PARENT_OF', 'INTERMEDIATE'),
      link(3, 'PARENT_OF', 'FINAL'),
      link(4, 'BLOCKS'),
      link(5, 'CHILD_OF'),
    ]);
    const dialog = within(await screen.findByRole('dialog', { name: 'Zakończ' }));
    dialog.getByText('Przejście zakończy to zadanie, choć inne jeszcze trwają.');
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Zadanie 1 #100000000101 (Nowe)',
      'Zadanie 2 #100000000102 (Nowe)',
    ]);
    expect(readPostBodies(api)).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Anuluj' })));
    await userEvent.click(dialog.getByRole('button', { name: 'Wykonaj przejście' }));
    await waitFor(() => expect(readPostBodies(api)).toHaveLength(1));
  });

  it('runs nothing when the user cancels', async () => {
    const api = await open([link(1, 'BLOCKED_BY')]);
    const dialog = within(await screen.findByRole('dialog', { name: 'Zakończ' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Anuluj' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readPostBodies(api)).toEqual([]);
  });

  it('names five tasks, and counts the others', async () => {
    await open([1, 2, 3, 4, 5, 6, 7].map((linkId) => link(linkId, 'PARENT_OF')));
    const dialog = within(await screen.findByRole('dialog', { name: 'Zakończ' }));
    expect(dialog.getAllByRole('listitem')).toHaveLength(6);
    dialog.getByText('i jeszcze 2 zadania');
  });

  it.each([
    ['the other work is finished', [link(1, 'BLOCKED_BY', 'FINAL')], finish, 'INITIAL'],
    ['the task is finished already', [link(1, 'BLOCKED_BY')], finish, 'FINAL'],
    ['the transition leads on', [link(1, 'BLOCKED_BY')], transition(), 'INITIAL'],
  ] as const)('runs at once if %s', async (_condition, links, option, statusType) => {
    const api = await open([...links], option, statusType);
    await waitFor(() => expect(readPostBodies(api)).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
