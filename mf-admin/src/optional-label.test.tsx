import { signOutForTest } from '@obieg/web-kit/testing';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { workflowRoutes } from './pages/StatusTransition/transitions.builders';
import { openRemote } from './test-support';

afterEach(signOutForTest);

it.each(['/groups/new', '/workflow-parameters/new', '/status-transitions/new'])(
  '%s says in English, as all of the form, what is optional',
  async (path) => {
    const parents = { 'GET /api/workflow-parameters/available-parents': () => ({ body: [] }) };
    const routes = { ...workflowRoutes([]), ...parents };
    await openRemote(path, routes, 'hasBasePermission', 'canManageUsers', 'canManageWorkflow');
    await screen.findAllByText('optional');
    expect(screen.queryByText('opcjonalnie')).toBeNull();
  },
);
