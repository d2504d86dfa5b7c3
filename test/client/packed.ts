import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = new URL('../../', import.meta.url).pathname;
const MODULES = join(ROOT, 'node_modules');
const run = promisify(execFile);

export interface PartnerFolder {
  readonly path: string;
  /** Where the installed package is. */
  readonly installed: string;
  /** Compiles files as TypeScript, by their names; the messages, empty if there are none. */
  compile(
    programs: Readonly<Record<string, string>>,
    options?: Readonly<Record<string, unknown>>,
    /** The `node_modules` of the compiler. */
    modules?: string,
  ): Promise<string>;
  [Symbol.dispose](): void;
}

/** An empty folder of a partner, into which the package of the client was installed. */
export async function installPacked(): Promise<PartnerFolder> {
  const top = mkdtempSync(join(tmpdir(), 'fundgate-packed-'));
  const project = join(top, 'project');
  const path = join(top, 'partner');
  mkdirSync(path);
  // A copy, so that what the compiler writes is not among the sources while other tests read them.
  cpSync(join(ROOT, 'src/client'), join(project, 'src/client'), { recursive: true });
  cpSync(join(ROOT, 'tsconfig.json'), join(project, 'tsconfig.json'));
  symlinkSync(MODULES, join(project, 'node_modules'));
  await run('npm', ['pack', './src/client', '--silent', '--pack-destination', path], { cwd: project });
  writeFileSync(join(path, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', './fundgate-1.0.0.tgz'], {
    cwd: path,
  });

  async function compile(
    programs: Readonly<Record<string, string>>,
    options: Readonly<Record<string, unknown>> = {},
    modules = MODULES,
  ) {
    const compilerOptions = {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      outDir: '.',
      ...options,
    };
    for (const [file, text] of Object.entries(programs)) writeFileSync(join(path, file), text);
    writeFileSync(
      join(path, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: Object.keys(programs) }),
    );
    const tsc = join(modules, 'typescript/bin/tsc');
    return run(process.execPath, [tsc, '--project', path], { cwd: path }).then(
      ({ stdout }) => stdout,
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
  }

  return {
    path,
    installed: join(path, 'node_modules/fundgate'),
    compile,
    [Symbol.dispose]: () => rmSync(top, { recursive: true, force: true }),
  };
}
