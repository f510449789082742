import { fileURLToPath } from 'node:url';

/** Root of the repository: three folders above both this source and the bundle `infra/local/dist/main.mjs`. */
export const repositoryRoot = fileURLToPath(new URL('../../..', import.meta.url));
