import { watchStartup } from '../delivery/startup-watch';

/** Imported before all other modules, so that it sees their exceptions. */
export const startupWatch = watchStartup();
