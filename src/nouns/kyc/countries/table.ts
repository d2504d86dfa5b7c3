// The countries with KYC, each under its ISO 3166-1 code. For a new country, add a folder beside this file and a row
// here.
export { hongKong as HK } from './hk/hong-kong.ts';
export { malaysia as MY } from './my/malaysia.ts';
