/** The table of the processes that run. `text` is the type of a text that compares byte by byte. */
export const gatewayProcessTable = (text: string): string => `
  create table gateway_process (
    id ${text} not null primary key,
    seen_at ${text} not null
  )`;
