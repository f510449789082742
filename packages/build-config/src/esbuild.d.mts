import type { BuildOptions } from 'esbuild';

export const nodeBundle: (entry: string, outfile: string) => BuildOptions;
export const serviceBundle: (entry: string, outfile: string) => BuildOptions;
