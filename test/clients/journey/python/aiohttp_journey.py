"""The journey by aiohttp, over one connection that is kept."""
import asyncio
import json

import aiohttp

from journey import KEY, NAME, QUERY, URL, data, tell, tell_webhook, types, values


async def walk(session):
    async def api(method, path, **sent):
        async with session.request(method, URL + path, **sent) as answer:
            return answer, await answer.json()

    async def upload(metadata, file, **sent):
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("metadata", json.dumps(metadata))
        form.add_field("file", file, filename=NAME, content_type="application/pdf")
        return await api("POST", f"/v1/kyc/documents/{customer}", data=form, **sent)

    async def create():
        keyed = {"Idempotency-Key": "journey-1"}
        return await api("POST", "/v1/customers", json=values("customer.json"), headers=keyed)

    answer, first = await create()
    customer = first["customer_id"]
    tell("create", status=answer.status, company=first["company_name"])
    answer, again = await create()
    same = again["customer_id"] == customer
    tell("repeat", status=answer.status, replayed=answer.headers.get("Idempotent-Replayed"), same=same)

    answer, kyc = await api("PUT", f"/v1/kyc/hk/{customer}", json=values("kyc.json"))
    tell("kyc", status=answer.status, kyc=kyc["status"], name=kyc["legal_name"])

    answers = [await upload({**values("metadata.json"), "type": each}, data("scan.pdf")) for each in types()]
    tell("upload", uploaded=sum(answer.status == 200 for answer, _ in answers))

    wrong = {"Authorization": "Bearer fgk_wrong"}
    answer, refused = await upload(values("metadata.json"), data("big.pdf"), headers=wrong)
    tell("wrong-key", status=answer.status, code=refused["error"]["code"])
    answer, _ = await api("GET", f"/v1/customers/{customer}")
    tell("after-wrong-key", status=answer.status)
    answer, refused = await api("POST", "/v1/customers", json=values("large.json"))
    tell("too-large", status=answer.status, code=refused["error"]["code"])
    answer, _ = await api("GET", f"/v1/customers/{customer}")
    tell("after-too-large", status=answer.status)

    for number in (2, 3):
        await api("POST", "/v1/customers", json=values(f"customer-{number}.json"))
    seen, following = [], URL + "/v1/customers?limit=1"
    while following:
        async with session.get(following) as answer:
            page = await answer.json()
            seen += [item["external_customer_id"] for item in page["items"]]
            following = answer.links.get("next", {}).get("url")
    tell("list", count=page["count"], seen=seen)

    wanted = {**values("settlement.json"), "customer_id": customer}
    answer, settlement = await api("POST", "/v1/instant-settlements", json=wanted)
    tell("settlement", status=answer.status, settlement=settlement["status"])

    _, documents = await api("GET", f"/v1/kyc/documents/{customer}")
    _, document = await api("GET", f"/v1/kyc/documents/{customer}/{documents['nar1'][0]['document_id']}")
    async with session.get(document["url"]) as answer:
        same = await answer.read() == data("scan.pdf")
        tell("download", status=answer.status, same=same, name=document["filename"].split("-")[-1])

    answer, shown = await api("POST", "/graphql", json={"query": QUERY, "variables": {"id": customer}})
    shown = shown["data"]["customer"]
    tell("graphql", status=answer.status, kyc=shown["kyc"]["status"], company=shown["companyName"])
    tell_webhook()


async def main():
    headers = {"Authorization": f"Bearer {KEY}"}
    async with aiohttp.ClientSession(headers=headers, connector=aiohttp.TCPConnector(limit=1)) as session:
        await walk(session)


asyncio.run(main())
