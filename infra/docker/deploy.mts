import { readdirSync } from 'node:fs';
import { deployStatic } from '../local/src/deploy-static';

/** The program of the static image: its own files into the folder that the gateway serves. */
await deployStatic({
  staticRoot: '/static',
  shellDist: '/obieg/shell',
  remoteDists: readdirSync('/obieg/remotes').map((name) => `/obieg/remotes/${name}`),
});
