import { demoPassword } from './demo/demo-model';
import { demoOrganizations } from './demo/organizations';

/** Lines that list the addresses and accounts of the demo data. */
export const describeDemo = (urlOf: (codeName: string) => string): string[] => [
  ...demoOrganizations.map(({ name, codeName }) => `  ${name.padEnd(18)}${urlOf(codeName)}`),
  '',
  `  Demo accounts, password ${demoPassword}:`,
  `    ${'super@obieg.test'.padEnd(20)}SUPER_ADMIN on every address`,
  ...demoOrganizations.flatMap(({ codeName, people }) =>
    people.map(({ email, role }) => `    ${email.padEnd(20)}${role} in ${codeName}`),
  ),
];
