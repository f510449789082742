import { type Manifest, nameOf, recordAt, recordsAt, valueAt } from '../manifest';
import { listWorkloads, selects, type Workload } from '../workloads';
import type { Policy } from './policy';

const portsOf = (workload: Workload): Record<string, unknown>[] =>
  workload.containers.flatMap((container) => recordsAt(container, 'ports'));

/** Whether pods listen at a port, given by its name or number. */
const listensAt = (workload: Workload, port: unknown): boolean =>
  portsOf(workload).some(({ name, containerPort }) => port === name || port === containerPort);

const findServiceProblems = (service: Manifest, workloads: readonly Workload[]): string[] => {
  const selector = { matchLabels: valueAt(service, 'spec.selector') };
  const targets = workloads.filter(({ labels }) => selects(selector, labels));
  return recordsAt(service, 'spec.ports')
    .map(({ port, targetPort }) => targetPort ?? port)
    .filter((port) => !targets.every((workload) => listensAt(workload, port)))
    .map((port) => `${nameOf(service)}: its pods do not listen at ${String(port)}`);
};

const probeNames = ['startupProbe', 'readinessProbe', 'livenessProbe'];

const findProbeProblems = (workload: Workload): string[] =>
  workload.containers.flatMap((container) =>
    probeNames
      .flatMap((probe) => [
        valueAt(container, `${probe}.httpGet.port`),
        valueAt(container, `${probe}.tcpSocket.port`),
      ])
      .filter((port) => port !== undefined && !listensAt(workload, port))
      .map((port) => `${nameOf(workload.manifest)}: a probe asks port ${String(port)}, which is not open`),
  );

/** Our programs listen at the port in PORT. */
const findSettingProblems = (workload: Workload): string[] =>
  workload.containers.flatMap((container) =>
    recordsAt(container, 'env')
      .filter(({ name, value }) => name === 'PORT' && !listensAt(workload, Number(value)))
      .map(({ value }) => `${nameOf(workload.manifest)}: PORT ${String(value)} is not among its ports`),
  );

const ports: Policy = {
  name: 'ports',
  findViolations: (manifests) => {
    const workloads = listWorkloads(manifests);
    return [
      ...manifests
        .filter(({ kind }) => kind === 'Service')
        .flatMap((service) => findServiceProblems(service, workloads)),
      ...workloads.flatMap(findProbeProblems),
      ...workloads.flatMap(findSettingProblems),
    ];
  },
};

/** An address whose host is a single name, which is a service of the same namespace. */
const localAddress = /(?<![a-z])[a-z]+:\/\/(?:[^@/\s]*@)?([a-z0-9-]+):(\d+)/g;

const listTexts = (manifest: Manifest): string[] => [
  ...Object.values({ ...recordAt(manifest, 'data'), ...recordAt(manifest, 'stringData') }).map(String),
  ...listWorkloads([manifest]).flatMap(({ containers }) =>
    containers.flatMap((container) => recordsAt(container, 'env')).map(({ value }) => String(value)),
  ),
];

const addresses: Policy = {
  name: 'addresses',
  findViolations: (manifests) => {
    const open = new Set(
      manifests
        .filter(({ kind }) => kind === 'Service')
        .flatMap((service) =>
          recordsAt(service, 'spec.ports').map(({ port }) => `${service.metadata.name}:${String(port)}`),
        ),
    );
    return manifests.flatMap((manifest) =>
      listTexts(manifest).flatMap((text) =>
        [...text.matchAll(localAddress)]
          .map(([, host, port]) => `${host}:${port}`)
          .filter((address) => !open.has(address))
          .map((address) => `${nameOf(manifest)}: no service has the address ${address}`),
      ),
    );
  },
};

export const addressPolicies: readonly Policy[] = [ports, addresses];
