// The programs of an installed PostgreSQL copy and restore.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engineOf } from '../../../src/run/open/engine-of.ts';
import { dataFolder } from '../../support/gateway-process.ts';
import { needs } from '../../support/needs.ts';
import { installedPrograms, startInstalled } from '../../support/postgres/installed.ts';
import { type PostgresServer, tell } from '../../support/postgres/server.ts';

const programs = installedPrograms();

describe(
  'a copy of a database',
  needs(programs !== null, 'This machine has no server of PostgreSQL with its programs.'),
  () => {
    const place = dataFolder();
    let server: PostgresServer;
    let made = 0;
    beforeAll(async () => {
      vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`);
      server = await startInstalled(programs ?? '');
      await (await engineOf(await server.create('own'), { poolSize: 1 })).migrate();
    });
    afterAll(async () => {
      vi.unstubAllEnvs();
      await server[Symbol.asyncDispose]();
      place[Symbol.dispose]();
    });

    /** What a restore says of a copy to which these statements were added. */
    async function checked(statements: string): Promise<void> {
      const name = `copy${(made += 1)}`;
      await tell(server.url('postgres'), `create database ${name} template own`);
      if (statements !== '') await tell(server.url(name), statements);
      const engine = await engineOf(server.url(name), { poolSize: 1 });
      const file = join(place.path, name);
      await engine.copyTo(file);
      await engine.requireRestoring(file);
    }

    const RAISES = `create function evil() returns trigger language plpgsql as 'begin return new; end';`;

    test('that the gateway made is restored, also with a table, an index and an extension beside its own', async () => {
      await expect(checked('')).resolves.toBeUndefined();
      const beside = `create table report (id serial primary key, at text default now()); create index r on report (at);
        create extension if not exists plpgsql; comment on table report is 'ours'`;
      await expect(checked(beside)).resolves.toBeUndefined();
    });

    test.each([
      ['the function "evil()"', RAISES],
      [
        'the trigger "customer event_is_append_only"',
        'create trigger event_is_append_only before insert on customer for each row execute function event_is_append_only()',
      ],
      ['the view "evil"', 'create view evil as select * from partner'],
      ['the materialized view "evil"', 'create materialized view evil as select 1'],
      ['the rule "customer evil"', 'create rule evil as on insert to customer do also select 1'],
      [
        'the function "evil()"',
        `create function evil() returns event_trigger language plpgsql as 'begin end';
         create event trigger evil on ddl_command_start execute function evil()`,
      ],
      ['the policy "customer evil"', 'create policy evil on customer using (true)'],
      ['the procedure "evil()"', "create procedure evil() language sql as 'select 1'"],
      ['the domain "evil"', 'create domain evil as text'],
      [
        'the function "event_is_append_only()" in another form',
        `create or replace function event_is_append_only() returns trigger language plpgsql as 'begin return null; end'`,
      ],
      [
        'more functions than it names',
        `create or replace function event_is_append_only() returns trigger language plpgsql as $_$ begin return null; /*
         create function event_is_append_only() returns trigger language plpgsql as
         $$ begin raise exception 'events are append-only'; end $$;
         */ end $_$`,
      ],
      [
        'the trigger "event event_no_update" in another form',
        `drop trigger event_no_update on event;
         create trigger event_no_update before update on event for each row execute function event_is_append_only()`,
      ],
      ['a trigger that was switched off', 'alter table event disable trigger event_no_update'],
    ])('with %s is refused', async (what, statements) => {
      await expect(checked(statements)).rejects.toThrow(
        `The copy of the database has ${what}, which the gateway did not make and which could run by itself. Nothing was restored.`,
      );
    });
  },
);
