import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A program that makes the journey. */
export interface Program {
  readonly name: string;
  /** Its command; paths are from this folder. */
  readonly command: readonly string[];
  /** Whether this machine can run it, and the sentence if not. */
  readonly isThere: () => boolean;
  readonly otherwise: string;
  /** Packages of npm, with exact versions, that are installed for it alone. */
  readonly packages?: readonly string[];
  /** Steps that it cannot make, as they are no part of what it is. */
  readonly without?: readonly string[];
}

const runs = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** The Python of the system, which has the packages of Debian. */
const PYTHON = '/usr/bin/python3';

const python = (module: string): Program => ({
  name: `Python ${module}`,
  command: [PYTHON, `python/${module}_journey.py`],
  isThere: () => runs(PYTHON, '-c', `import ${module}`),
  otherwise: `This machine has no ${module} for ${PYTHON}; it is in the package python3-${module} of Debian.`,
});

const node = (name: string, packages: readonly string[] = []): Program => ({
  name: `Node ${name}`,
  command: [process.execPath, `node/${name}.js`],
  isThere: () => true,
  otherwise: '',
  packages,
});

const perl = (name: string, module: string, debian: string): Program => ({
  name: `Perl ${name}`,
  command: ['perl', `perl/${name.toLowerCase()}.pl`],
  isThere: () => runs('perl', `-M${module}`, '-MJSON::PP', '-e1'),
  otherwise: `This machine has no ${module} for Perl; it is in the package ${debian} of Debian.`,
});

const java = (name: string, program: string, jars: readonly string[], debian: string): Program => ({
  name: `Java ${name}`,
  command: ['bash', 'java/run.sh', program, ...jars],
  isThere: () => runs('javac', '--version') && jars.every((jar) => existsSync(jar)),
  otherwise: `This machine has no javac or no ${name}; they are in the packages ${debian} of Debian.`,
});

const jars = (...names: readonly string[]) => names.map((name) => `/usr/share/java/${name}.jar`);

const generated = (name: string, packages: readonly string[]): Program => ({
  name: `the client of ${name}`,
  command: [process.execPath, 'generators/run.js', name],
  isThere: () => true,
  otherwise: '',
  packages,
  without: ['graphql', 'webhook'],
});

export const PROGRAMS: readonly Program[] = [
  {
    name: 'curl',
    command: ['bash', 'curl/journey.sh'],
    isThere: () => runs('curl', '--version') && runs('openssl', 'version'),
    otherwise: 'This machine has no curl or no openssl; they are in the packages curl and openssl of Debian.',
  },
  node('fetch'),
  node('axios', ['axios@1.21.1', 'form-data@4.0.6']),
  node('undici', ['undici@8.13.1']),
  node('prism', ['@stoplight/prism-cli@5.16.0']),
  python('requests'),
  python('aiohttp'),
  {
    name: 'Ruby net/http',
    command: ['ruby', 'ruby/journey.rb'],
    isThere: () => runs('ruby', '--version'),
    otherwise: 'This machine has no Ruby; it is in the package ruby of Debian.',
  },
  {
    name: 'PHP curl',
    command: ['php', 'php/journey.php'],
    isThere: () => runs('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'),
    otherwise: 'This machine has no PHP with curl; it is in the packages php-cli and php-curl of Debian.',
  },
  perl('LWP', 'LWP::UserAgent', 'libwww-perl'),
  perl('Mojo', 'Mojo::UserAgent', 'libmojolicious-perl'),
  java('java.net.http', 'NetHttp', [], 'openjdk-17-jdk-headless'),
  java(
    'Apache HttpClient 4',
    'Apache4',
    jars('httpclient', 'httpcore', 'httpmime', 'commons-logging', 'commons-codec'),
    'openjdk-17-jdk-headless, libhttpclient-java and libhttpmime-java',
  ),
  java(
    'Apache HttpClient 5',
    'Apache5',
    jars('httpclient5', 'httpcore5', 'httpcore5-h2', 'slf4j-api', 'slf4j-nop', 'commons-codec'),
    'openjdk-17-jdk-headless and libhttpclient5-java',
  ),
  {
    name: 'Go net/http',
    command: ['go', 'run', 'go/journey.go'],
    isThere: () => runs('go', 'version'),
    otherwise: 'This machine has no Go; it is in the package golang-go of Debian.',
  },
  {
    name: 'Mono HttpClient',
    command: ['bash', 'mono/run.sh'],
    isThere: () => runs('mcs', '--version') && runs('mono', '--version'),
    otherwise:
      'This machine has no Mono; it is in the packages mono-mcs and libmono-system-net-http4.0-cil of Debian.',
  },
  generated('openapi-fetch', ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3']),
  generated('hey-api', ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3']),
];
