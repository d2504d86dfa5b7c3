#!/usr/bin/env bash
# The journey by curl, which keeps no connection between two commands; the requests behind a refusal go with it in one.
set -euo pipefail
cd "$INPUTS"
answer=$(mktemp) headers=$(mktemp) copy=$(mktemp)
trap 'rm -f "$answer" "$headers" "$copy"' EXIT
api() { status=$(curl -sS -o "$answer" -D "$headers" -w '%{http_code}' -H "Authorization: Bearer ${KEY:-$API_KEY}" "$@"); }
json() { api -H 'Content-Type: application/json' "$@"; }
member() { grep -o "\"$1\":\"[^\"]*\"" "$answer" | head -n 1 | cut -d '"' -f 4; }
header() { grep -i "^$1:" "$headers" | tr -d '\r' | cut -d ' ' -f 2-; }

create() { json "$BASE_URL/v1/customers" -H 'Idempotency-Key: journey-1' --data-binary @customer.json; }
create
customer=$(member customer_id)
echo "{\"step\":\"create\",\"status\":$status,\"company\":\"$(member company_name)\"}"
create
same=$([ "$(member customer_id)" = "$customer" ] && echo true || echo false)
echo "{\"step\":\"repeat\",\"status\":$status,\"replayed\":\"$(header idempotent-replayed)\",\"same\":$same}"

json -X PUT "$BASE_URL/v1/kyc/hk/$customer" --data-binary @kyc.json
echo "{\"step\":\"kyc\",\"status\":$status,\"kyc\":\"$(member status)\",\"name\":\"$(member legal_name)\"}"

upload() {
  api "$BASE_URL/v1/kyc/documents/$customer" --form-string "metadata=$(sed "s/TYPE/$1/" metadata.json)" \
    -F "file=@$2;type=application/pdf;filename=公司註冊證.pdf"
}
uploaded=0
for type in $(cat types); do
  upload "$type" scan.pdf
  if [ "$status" = 200 ]; then uploaded=$((uploaded + 1)); fi
done
echo "{\"step\":\"upload\",\"uploaded\":$uploaded}"

# The refused request and a good one after it, by one curl: it uses the connection again, if it may.
behind() {
  local step=$1 key=$2
  shift 2
  status=$(curl -sS -o "$answer" -w '%{http_code} ' -H "Authorization: Bearer $key" "$@" \
    --next -sS -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $API_KEY" "$BASE_URL/v1/customers/$customer")
  echo "{\"step\":\"$step\",\"status\":${status% *},\"code\":\"$(member code)\"}"
  echo "{\"step\":\"after-$step\",\"status\":${status#* }}"
}
behind wrong-key fgk_wrong "$BASE_URL/v1/kyc/documents/$customer" \
  -F 'metadata=<metadata.json' -F 'file=@big.pdf;type=application/pdf'
behind too-large "$API_KEY" "$BASE_URL/v1/customers" -H 'Content-Type: application/json' --data-binary @large.json

for number in 2 3; do json "$BASE_URL/v1/customers" --data-binary "@customer-$number.json"; done
seen='' next="$BASE_URL/v1/customers?limit=1"
while [ -n "$next" ]; do
  api "$next"
  seen="$seen,\"$(member external_customer_id)\""
  next=$(header link | grep -o '<[^>]*>; rel="next"' | cut -d '>' -f 1 | tr -d '<' || true)
done
echo "{\"step\":\"list\",\"count\":$(grep -o '"count":[0-9]*' "$answer" | cut -d : -f 2),\"seen\":[${seen#,}]}"

json "$BASE_URL/v1/instant-settlements" --data-binary "{\"customer_id\":\"$customer\",$(tail -c +2 settlement.json)"
echo "{\"step\":\"settlement\",\"status\":$status,\"settlement\":\"$(member status)\"}"

api "$BASE_URL/v1/kyc/documents/$customer"
document=$(grep -o '"nar1":\[{.*' "$answer" | grep -o '"document_id":"[^"]*"' | head -n 1 | cut -d '"' -f 4)
api "$BASE_URL/v1/kyc/documents/$customer/$document"
name=$(member filename)
status=$(curl -sS -o "$copy" -w '%{http_code}' "$(member url)")
same=$(cmp -s scan.pdf "$copy" && echo true || echo false)
echo "{\"step\":\"download\",\"status\":$status,\"same\":$same,\"name\":\"${name##*-}\"}"

query='query ($id: ID!) { customer(id: $id) { companyName kyc { status } } }'
json "$BASE_URL/graphql" -d "{\"query\":\"$query\",\"variables\":{\"id\":\"$customer\"}}"
echo "{\"step\":\"graphql\",\"status\":$status,\"kyc\":\"$(member status)\",\"company\":\"$(member companyName)\"}"

key=$(echo "${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')
genuine() {
  local made
  made=$(printf '%s.%s.%s' "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP" "$1" |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
  [ "v1,$made" = "$WEBHOOK_SIGNATURE" ] && echo true || echo false
}
body=$(cat webhook.json)
echo "{\"step\":\"webhook\",\"genuine\":$(genuine "$body"),\"forged\":$(genuine "$body ")}"
