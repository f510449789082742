import { defineApp } from '@obieg/build-config/rspack';

export default defineApp({
  kind: 'remote',
  name: 'mf-tasks',
  firstPages: {
    '/submit-task': { chunks: ['mf-tasks-submit', 'mf-tasks-mul'], uses: ['@obieg/ui/questionnaire'] },
    '/task/:publicTaskId': { chunks: ['mf-tasks-task', 'mf-tasks-mul'] },
  },
});
