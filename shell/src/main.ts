// Import order matters: each module must finish before the next one starts.
import { startupWatch } from './start/startup-watch';
import './start/dev-refresh';
import './start/security';
import { nextTask } from './start/next-task';

nextTask()
  .then(() => import(/* webpackMode: "eager" */ './start/bootstrap'))
  .then(({ start }) => start())
  .catch(startupWatch.fail);
