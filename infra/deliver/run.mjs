// `npm run deliver --`: builds the tool and runs it. The packed tool (`obieg-deliver`) is the same program.
import { outfile } from './build.mjs';

// npm runs scripts in the root of the repository. Paths on the command line are relative to the caller's folder.
const { npm_lifecycle_event: script, INIT_CWD: callerFolder } = process.env;
if (script === 'deliver' && callerFolder) process.chdir(callerFolder);
await import(outfile);
