// NestJS on Fastify with Prisma, and Mercurius for GraphQL: what its documentation proposes, without decorators, which
// Node does not run. A creation writes a customer and its KYC record in one transaction.
import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, Module, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GraphQLModule, Args, Query, Resolver } from '@nestjs/graphql';
import { MercuriusDriver } from '@nestjs/mercurius';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './made/client.ts';

const PARTNER = 'partner-1';
const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 10 }),
});

class Customers {
  one(id) {
    return prisma.customer.findFirstOrThrow({ where: { customer_id: id, partner_id: PARTNER } });
  }
  async create(body) {
    const now = new Date().toISOString();
    const own = { customer_id: `cus_${randomUUID()}`, partner_id: PARTNER, created_at: now, updated_at: now };
    const kyc = { create: { type: body.company_country, status: 'incomplete' } };
    return prisma.customer.create({ data: { ...body, ...own, kyc } });
  }
}
class Lists {
  async customers(first) {
    const where = { partner_id: PARTNER };
    const [rows, totalCount] = await Promise.all([
      prisma.customer.findMany({ where, orderBy: { customer_id: 'desc' }, take: first }),
      prisma.customer.count({ where }),
    ]);
    return { totalCount, nodes: rows.map(inCamelCase) };
  }
}

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const inCamelCase = (row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]));

function decorate({ prototype }, method, parameter, ...decorators) {
  Reflect.defineMetadata('design:paramtypes', [Object], prototype, method);
  parameter(prototype, method, 0);
  const property = Object.getOwnPropertyDescriptor(prototype, method);
  for (const each of decorators) each(prototype, method, property);
}
decorate(Customers, 'one', Param('id'), Get(':id'));
decorate(Customers, 'create', Body(), Post());
Controller('v1/customers')(Customers);
decorate(Lists, 'customers', Args('first'), Query('customers'));
Resolver()(Lists);

const FIELDS =
  'customerId externalCustomerId contactEmail contactName contactPhone contactCountry companyName companyCountry companySector createdAt updatedAt';
const typeDefs = `
  type Customer { ${FIELDS.split(' ')
    .map((name) => `${name}: String!`)
    .join(' ')} }
  type CustomerPage { totalCount: Int! nodes: [Customer!]! }
  type Query { customers(first: Int!): CustomerPage! }`;

/** The class that the module decorates. */
function App() {}
Module({
  imports: [GraphQLModule.forRoot({ driver: MercuriusDriver, typeDefs, jit: 1 })],
  controllers: [Customers],
  providers: [Lists],
})(App);

const app = await NestFactory.create(App, new FastifyAdapter(), { logger: ['error', 'warn'] });
// No connection ends while the others are measured.
app.getHttpServer().keepAliveTimeout = 600_000;
await app.listen(Number(process.env.PORT), '127.0.0.1');
