// Journeys that a changed file can affect, by parts of their names.
const shared = [
  'main-job',
  'screens',
  'hostile-input',
  'people-sign-in',
  'submit-questions',
  'task-work',
  'live',
];
const ofScreens = [
  'main-job',
  'screens',
  'layout',
  'field-sizes',
  'keyboard-job',
  'people-sign-in',
  'task-work',
];

const journeysOfFolder = {
  'mf-auth': ['people-sign-in', 'account', 'submit-files', 'reporter-mail', 'hand-over', 'main-job'],
  'mf-admin': ['people-', 'workflow-', 'screens', 'main-job'],
  'mf-tasks': ['task-', 'submit-', 'my-submissions', 'attachments', 'live', 'keyboard-job', 'main-job'],
  'svc-identity': ['people-', 'account', 'submit-files', 'hand-over', 'hostile-input', 'main-job'],
  'svc-workflow': ['workflow-', 'submit-', 'hostile-input', 'nats-down', 'main-job'],
  'svc-tasks': [
    'task-',
    'submit-',
    'my-submissions',
    'attachments',
    'live',
    'hostile-input',
    'nats-down',
    'main-job',
  ],
  'packages/build-config': ['main-job', 'first-page', 'remote-down'],
  'packages/contracts': shared,
  'packages/delivery': ['delivery', 'main-job'],
  'packages/service-kit': [...shared, 'nats-down', 'service-down'],
  'packages/ui': ofScreens,
  'packages/web-kit': [...ofScreens, 'live', 'service-down'],
  'packages/workflow-rules': ['workflow-', 'submit-', 'task-work', 'main-job'],
  'infra/backup': [],
  'infra/k8s': [],
  'infra/new': [],
};

/** A remote without an entry: its screens, the menu that shows it, and the others, which it must not disturb. */
const journeysOfRemote = ['screens', 'sidebar', 'main-job'];

const namesFor = (file) => {
  const journey = /^e2e\/tests\/(.+)\.spec\.ts$/.exec(file)?.[1];
  if (journey) return [journey];
  const [top = '', second = ''] = file.split('/');
  const known = journeysOfFolder[`${top}/${second}`] ?? journeysOfFolder[top];
  return known ?? (top.startsWith('mf-') ? journeysOfRemote : undefined);
};

/**
 * @param {readonly string[]} files changed files, relative to the root
 * @returns {string[] | undefined} undefined if no journey is affected; an empty list if any of them can be
 */
export const selectJourneys = (files) => {
  const selected = new Set();
  for (const file of files) {
    if (file.endsWith('.md') || /\.test\.tsx?$/.test(file)) continue;
    const names = namesFor(file);
    if (!names) return [];
    for (const name of names) selected.add(name);
  }
  return selected.size > 0 ? [...selected] : undefined;
};
