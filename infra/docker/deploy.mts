import { readdirSync } from 'node:fs';
import { deployStatic } from '../local/src/deploy-static';

/** Program of the static image: copies its files to the folder that the gateway serves. */
await deployStatic({
  staticRoot: '/static',
  shellDist: '/obieg/shell',
  remoteDists: readdirSync('/obieg/remotes').map((name) => `/obieg/remotes/${name}`),
});
