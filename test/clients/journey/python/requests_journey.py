"""The journey by requests, over one session."""
import json

import requests

from journey import KEY, NAME, QUERY, URL, data, tell, tell_webhook, types, values

session = requests.Session()
session.headers["Authorization"] = f"Bearer {KEY}"


def api(method, path, **sent):
    return session.request(method, URL + path, timeout=60, **sent)


def upload(metadata, file, **sent):
    parts = {"metadata": (None, json.dumps(metadata)), "file": (NAME, file, "application/pdf")}
    return api("POST", f"/v1/kyc/documents/{customer}", files=parts, **sent)


def create():
    return api("POST", "/v1/customers", json=values("customer.json"), headers={"Idempotency-Key": "journey-1"})


first, again = create(), create()
customer = first.json()["customer_id"]
tell("create", status=first.status_code, company=first.json()["company_name"])
same = again.json()["customer_id"] == customer
tell("repeat", status=again.status_code, replayed=again.headers.get("Idempotent-Replayed"), same=same)

kyc = api("PUT", f"/v1/kyc/hk/{customer}", json=values("kyc.json"))
tell("kyc", status=kyc.status_code, kyc=kyc.json()["status"], name=kyc.json()["legal_name"])

answers = [upload({**values("metadata.json"), "type": each}, data("scan.pdf")) for each in types()]
tell("upload", uploaded=sum(answer.status_code == 200 for answer in answers))

refused = upload(values("metadata.json"), data("big.pdf"), headers={"Authorization": "Bearer fgk_wrong"})
tell("wrong-key", status=refused.status_code, code=refused.json()["error"]["code"])
tell("after-wrong-key", status=api("GET", f"/v1/customers/{customer}").status_code)
refused = api("POST", "/v1/customers", json=values("large.json"))
tell("too-large", status=refused.status_code, code=refused.json()["error"]["code"])
tell("after-too-large", status=api("GET", f"/v1/customers/{customer}").status_code)

for number in (2, 3):
    api("POST", "/v1/customers", json=values(f"customer-{number}.json"))
seen, following = [], URL + "/v1/customers?limit=1"
while following:
    page = session.get(following, timeout=60)
    seen += [item["external_customer_id"] for item in page.json()["items"]]
    following = page.links.get("next", {}).get("url")
tell("list", count=page.json()["count"], seen=seen)

settlement = api("POST", "/v1/instant-settlements", json={**values("settlement.json"), "customer_id": customer})
tell("settlement", status=settlement.status_code, settlement=settlement.json()["status"])

documents = api("GET", f"/v1/kyc/documents/{customer}").json()
document = api("GET", f"/v1/kyc/documents/{customer}/{documents['nar1'][0]['document_id']}").json()
download = requests.get(document["url"], timeout=60)
same = download.content == data("scan.pdf")
tell("download", status=download.status_code, same=same, name=document["filename"].split("-")[-1])

answer = api("POST", "/graphql", json={"query": QUERY, "variables": {"id": customer}})
shown = answer.json()["data"]["customer"]
tell("graphql", status=answer.status_code, kyc=shown["kyc"]["status"], company=shown["companyName"])
tell_webhook()
