import { defineApp } from '@obieg/build-config/rspack';

export default defineApp({ kind: 'remote', name: 'mf-tasks', port: 3003 });
