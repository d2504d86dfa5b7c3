import { Initial } from './initial.ts';

/** In the order in which they are applied. The names are in databases of the field: they never change. */
export const sqliteMigrations = [{ name: '0001-initial', class: Initial }];
