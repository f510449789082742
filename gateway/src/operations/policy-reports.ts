import type { IncomingMessage } from 'node:http';
import { problem } from '@obieg/service-kit';
import * as z from 'zod';

const maxReportBytes = 16 * 1024;
const maxReports = 20;

const shortText = z.string().transform((text) => text.slice(0, 300));
/** Addresses lose their query, which can contain private data. */
const address = shortText.transform((text) => text.split(/[?#]/, 1)[0] ?? '');

const oldReportSchema = z.object({
  'csp-report': z.object({
    'document-uri': address.optional(),
    'blocked-uri': address.optional(),
    'effective-directive': shortText.optional(),
    'violated-directive': shortText.optional(),
    'source-file': address.optional(),
    'line-number': z.number().optional(),
  }),
});
const newReportSchema = z.object({
  type: z.literal('csp-violation'),
  body: z.object({
    documentURL: address.optional(),
    blockedURL: address.optional(),
    effectiveDirective: shortText.optional(),
    sourceFile: address.optional(),
    lineNumber: z.number().nullish(),
  }),
});

type PolicyReport = Record<string, unknown>;

/** Parses the reports in a body, in both formats that browsers send. Skips reports of other origins. */
export const parsePolicyReports = (text: string): PolicyReport[] => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw problem.badRequest('MALFORMED_JSON', 'The report is not valid JSON.');
  }
  return (Array.isArray(value) ? value : [value])
    .slice(0, maxReports)
    .flatMap((item: unknown): PolicyReport[] => {
      const old = oldReportSchema.safeParse(item);
      if (old.success) return [old.data['csp-report']];
      const recent = newReportSchema.safeParse(item);
      return recent.success ? [recent.data.body] : [];
    });
};

export const readSmallBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxReportBytes) throw problem.tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};
