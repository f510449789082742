import * as z from 'zod';
import { env } from '../config/config';

/** Settings of a service that sends mails. Links in mails use only these settings, never the request. */
export const mailEnvironment = {
  SMTP_URL: env.smtpUrl.default('smtp://127.0.0.1:8026'),
  MAIL_FROM: z.string().default('Obieg <no-reply@obieg.test>'),
  PUBLIC_PROTOCOL: z.enum(['http', 'https']).default('http'),
  PUBLIC_PORT: env.port.optional(),
  BASE_DOMAIN: env.baseDomain.default('obieg.localhost'),
};

type PublicAddress = Pick<
  z.infer<z.ZodObject<typeof mailEnvironment>>,
  'PUBLIC_PROTOCOL' | 'PUBLIC_PORT' | 'BASE_DOMAIN'
>;

const urlOf = ({ PUBLIC_PROTOCOL, PUBLIC_PORT }: PublicAddress, domain: string): string =>
  `${PUBLIC_PROTOCOL}://${domain}${PUBLIC_PORT === undefined ? '' : `:${PUBLIC_PORT}`}`;

/** Returns `https://acme.example.com`, with a non-default port. */
export const organizationUrlOf =
  (address: PublicAddress) =>
  (codeName: string): string =>
    urlOf(address, `${codeName}.${address.BASE_DOMAIN}`);

/** Returns `https://example.com`, the main domain, with a non-default port. */
export const mainUrlOf = (address: PublicAddress): string => urlOf(address, address.BASE_DOMAIN);
