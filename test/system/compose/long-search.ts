import { customerBody } from '../../support/gateway.ts';

/** Names as long as they may be; each character takes nine bytes of a URL. */
const NAME = '海'.repeat(255);

/** A customer that the search finds. */
export const LONG_NAMED = customerBody({ company_name: NAME, external_customer_id: NAME });

const filter = new URLSearchParams({ limit: '1', company_name: NAME, external_customer_id: NAME });

/** A search whose next page is in the header of its answer. */
export const LONG_SEARCH = `/v1/customers?${filter}`;
