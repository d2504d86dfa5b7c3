import { words } from '../format.ts';
import type { CaseCustomerFragment } from '../generated/graphql.ts';
import { href } from '../route.ts';
import { Fact, IdFact, TimeFact } from '../parts.tsx';

/** The data of a customer as the partner sent it. */
export const CustomerFacts = ({ customer }: { customer: CaseCustomerFragment }) => (
  <section class="card" aria-labelledby="customer-title">
    <h2 id="customer-title">Customer</h2>
    <dl class="facts">
      <Fact name="Company" isLong>
        <a href={href('customer', customer.id)}>{customer.companyName}</a>
      </Fact>
      <Fact name="Country">{customer.companyCountry}</Fact>
      <Fact name="Sector">{words(customer.companySector)}</Fact>
      <Fact name="Contact">{customer.contactName}</Fact>
      <Fact name="E-mail" isLong>
        {customer.contactEmail}
      </Fact>
      <Fact name="Phone">
        {customer.contactPhone} ({customer.contactCountry})
      </Fact>
      <Fact name="Id of the partner">{customer.externalCustomerId}</Fact>
      <TimeFact name="Onboarded" at={customer.createdAt} />
      <IdFact id={customer.id} />
    </dl>
  </section>
);
