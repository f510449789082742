import { signOutForTest } from '@obieg/web-kit/testing';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { workflowRoutes } from '../api/transitions.builders';
import { openRemote } from '../test-support';

afterEach(signOutForTest);

describe('optional fields', () => {
  it.each(['/groups/new', '/workflow-parameters/new', '/status-transitions/new'])(
    'are marked in English on %s, like the rest of the form',
    async (path) => {
      const parents = { 'GET /api/workflow-parameters/available-parents': () => ({ body: [] }) };
      const routes = { ...workflowRoutes([]), ...parents };
      await openRemote(path, routes, 'hasBasePermission', 'canManageUsers', 'canManageWorkflow');
      await screen.findAllByText('optional');
      expect(screen.queryByText('opcjonalnie')).toBeNull();
    },
  );
});
