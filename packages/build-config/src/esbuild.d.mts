import type { BuildOptions, BuildResult } from 'esbuild';

export const nodeBundle: (entry: string, outfile: string) => BuildOptions;
export const serviceBundle: (entry: string, outfile: string) => BuildOptions;
export const buildService: (entry: string, outfile: string) => Promise<BuildResult>;
