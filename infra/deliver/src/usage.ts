export const usage = `Usage: deliver <command> [options]

  publish <folder>           upload a built folder as a signed version that never changes
  release <id> <version>     release a version to all organizations
      --organizations a,b    … only to these organizations (code names; main is the main domain)
      --percent 10           … only to a share of the organizations
      A further release of the same version adds organizations, or a larger share.
  promote <id>               release the canary to all organizations
  rollback <id> [<version>]  end a canary, or return to the previous or the given version
  deploy <folder>...         publish, and release to all organizations what was never released
  status [<id>]              show stable and canary versions
  history <id>               show who released what
  prune [<id>]               remove versions that no page can have open
  keys create <id>           write a new key pair to <id>.key.pem and <id>.pub.pem

Options:
  --store <address>      folder, or https:// URL of a bucket        (DELIVERY_STORE)
  --key <file>           private key for publish and deploy         (DELIVERY_KEY)
  --remote-keys <file>   public keys that signatures must fit         (REMOTE_KEYS)
                         default: those that the gateways write into the store
  --site <address>       main domain; checks the code names of a canary (DELIVERY_SITE)
  --by <name>            name in the history; default: user@host
  --reason <text>        reason in the history
  --unsigned             publish without a key, for development only
  --json                 print one JSON object to standard output
  --help

A bucket needs S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage.
`;

/** A command line that cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
