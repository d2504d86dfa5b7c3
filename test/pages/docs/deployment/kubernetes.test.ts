import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment as DeploymentModel } from 'kubernetes-models/apps/v1/Deployment';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap as ConfigMapModel } from 'kubernetes-models/v1/ConfigMap';
import { Service as ServiceModel } from 'kubernetes-models/v1/Service';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../../../src/run/config/config.ts';
import { dataFolder } from '../../../support/gateway-process.ts';
import { guide, textOf } from '../pages.ts';

const Labels = z.strictObject({ 'app.kubernetes.io/name': z.literal('fundgate') });
const Metadata = z.strictObject({ name: z.literal('fundgate'), labels: Labels });
const Selector = z.strictObject({ matchLabels: Labels });
const Probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: z.literal('http') }),
  periodSeconds: z.int().min(1),
  timeoutSeconds: z.int().min(1).optional(),
  failureThreshold: z.int().min(1),
});
const EmptyDir = z.strictObject({ name: z.string(), emptyDir: z.strictObject({ sizeLimit: z.string() }) });
/** Readable by the group of the pod, which is `fsGroup`, and by no one else. */
const SecretFiles = z.strictObject({
  name: z.literal('secrets'),
  secret: z.strictObject({ secretName: z.literal('fundgate'), defaultMode: z.literal(0o440) }),
});

/** The members of the API that are used; strict, so that a misspelled one does not go unnoticed. */
const Container = z.strictObject({
  name: z.string(),
  image: z.string(),
  ports: z.tuple([z.strictObject({ name: z.literal('http'), containerPort: z.int() })]),
  envFrom: z.tuple([z.strictObject({ configMapRef: z.strictObject({ name: z.literal('fundgate') }) })]),
  startupProbe: Probe,
  livenessProbe: Probe,
  readinessProbe: Probe,
  resources: z.strictObject({
    requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
    limits: z.strictObject({ memory: z.string() }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(
    z.strictObject({ name: z.string(), mountPath: z.string(), readOnly: z.literal(true).optional() }),
  ),
});

const ConfigMap = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('ConfigMap'),
  metadata: Metadata,
  data: z.record(z.string(), z.string()),
});
const Deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata: Metadata,
  spec: z.strictObject({
    replicas: z.int().min(2),
    selector: Selector,
    strategy: z.strictObject({
      type: z.literal('RollingUpdate'),
      rollingUpdate: z.strictObject({ maxSurge: z.int(), maxUnavailable: z.literal(0) }),
    }),
    template: z.strictObject({
      metadata: z.strictObject({ labels: Labels }),
      spec: z.strictObject({
        automountServiceAccountToken: z.literal(false),
        enableServiceLinks: z.literal(false),
        terminationGracePeriodSeconds: z.int(),
        securityContext: z.strictObject({
          runAsNonRoot: z.literal(true),
          runAsUser: z.int().min(1),
          runAsGroup: z.int().min(1),
          fsGroup: z.int().min(1),
          seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
        }),
        topologySpreadConstraints: z.array(
          z.strictObject({
            maxSkew: z.int(),
            topologyKey: z.string(),
            whenUnsatisfiable: z.enum(['ScheduleAnyway', 'DoNotSchedule']),
            labelSelector: Selector,
          }),
        ),
        containers: z.tuple([Container]),
        volumes: z.tuple([SecretFiles], EmptyDir),
      }),
    }),
  }),
});
const Service = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Service'),
  metadata: Metadata,
  spec: z.strictObject({
    selector: Labels,
    ports: z.tuple([z.strictObject({ name: z.string(), port: z.int(), targetPort: z.literal('http') })]),
  }),
});
const DisruptionBudget = z.strictObject({
  apiVersion: z.literal('policy/v1'),
  kind: z.literal('PodDisruptionBudget'),
  metadata: Metadata,
  spec: z.strictObject({ maxUnavailable: z.literal(1), selector: Selector }),
});

const documents = parseAllDocuments(textOf('src/pages/docs/deployment/kubernetes.yaml')).map((each) =>
  each.toJS(),
);
/** The schemas that Kubernetes publishes, which let unknown members pass. */
const MODELS = [ConfigMapModel, DeploymentModel, ServiceModel, PodDisruptionBudget];
const [{ data }, { spec: deployment }] = z
  .tuple([ConfigMap, Deployment, Service, DisruptionBudget])
  .parse(documents);
const pod = deployment.template.spec;
const [gateway] = pod.containers;

/** What a gateway takes from files, and whether it must be there. */
const SECRETS = {
  DATABASE_URL: 'postgres://fundgate:pw@postgres:5432/fundgate',
  SECRET_KEY: 'c3'.repeat(32),
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
};
const OTHER_SECRETS = [
  'DATABASE_REPLICA_URLS',
  'AWS_SESSION_TOKEN',
  'BOOTSTRAP_API_KEY',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

test.each(MODELS.map((Model, at) => [Model.name, new Model(documents[at])] as const))(
  'the %s is valid by the schema of Kubernetes',
  (_name, object) => object.validate(),
);

test('a value of another type is not', () => {
  const [, object] = documents;
  const deploymentOfText = new DeploymentModel({ ...object, spec: { ...object.spec, replicas: 'two' } });
  expect(() => deploymentOfText.validate()).toThrow('data/spec/replicas must be integer');
});

test('the gateways get every variable of the README, and secrets only from the secret', () => {
  const documented = Array.from(textOf('README.md').matchAll(/^\| `([A-Z_]+)`/gm), ([, name]) => name);
  const files = [...Object.keys(SECRETS), ...OTHER_SECRETS];
  const given = [...Object.keys(data), ...files];
  expect(given.toSorted()).toEqual(documented.toSorted());
  expect(Object.keys(data).filter((name) => /SECRET|TOKEN|API_KEY|DATABASE_URL|HEADERS/.test(name))).toEqual(
    [],
  );
});

test('a gateway accepts the values and the files, and the guide names the secrets that must be set', () => {
  const mount = gateway.volumeMounts.find(({ name }) => name === 'secrets');
  expect(mount).toMatchObject({ mountPath: data['CREDENTIALS_DIRECTORY'], readOnly: true });
  for (const name of Object.keys(SECRETS))
    expect(textOf(guide('growing'))).toContain(`--from-literal=${name}=`);
  using folder = dataFolder();
  for (const [name, value] of Object.entries(SECRETS)) writeFileSync(join(folder.path, name), value);
  expect(readConfig({ ...data, CREDENTIALS_DIRECTORY: folder.path })).toMatchObject({
    mode: 'production',
    host: '0.0.0.0',
    port: gateway.ports[0].containerPort,
    databaseUrl: SECRETS.DATABASE_URL,
    secretKey: SECRETS.SECRET_KEY,
  });
});

test('the image is one of a registry, of this version, and runs as the user who made its compiled sources', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(textOf('package.json')));
  expect(gateway.image).toMatch(new RegExp(`^[\\w.]+\\.\\w+/fundgate:${version}$`));
  expect(textOf(guide('growing'))).toContain(`docker push ${gateway.image}\n`);
  // The user `node` of the image; Node keeps compiled sources for each user apart.
  expect(pod.securityContext.runAsUser).toBe(1_000);
});

test('a pod restarts by /healthz alone, is balanced by /readyz, and has time to finish', () => {
  const paths = [gateway.startupProbe, gateway.livenessProbe, gateway.readinessProbe].map(
    ({ httpGet }) => httpGet.path,
  );
  expect(paths).toEqual(['/healthz', '/healthz', '/readyz']);
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(32);
});

test('every path that a gateway writes to is a volume', () => {
  expect(gateway.volumeMounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name));
  expect(gateway.volumeMounts.map(({ mountPath }) => mountPath)).toContain(data['DATA_DIR']);
});
