<?php
// The journey by PHP's curl, over one handle, which keeps its connection.
declare(strict_types=1);

const QUERY = 'query ($id: ID!) { customer(id: $id) { companyName kyc { status } } }';
$curl = curl_init();

function data(string $name): string
{
    return file_get_contents(getenv('INPUTS') . "/$name");
}

function values(string $name): array
{
    return json_decode(data($name), true, flags: JSON_THROW_ON_ERROR);
}

function tell(string $step, array $outcome): void
{
    echo json_encode(['step' => $step, ...$outcome], JSON_THROW_ON_ERROR), "\n";
}

/** The status, the body and the headers of the answer. */
function ask(string $method, string $url, array $headers, string|array|null $body): array
{
    global $curl;
    $answered = [];
    curl_reset($curl);
    curl_setopt_array($curl, [
        CURLOPT_URL => $url,
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 60,
        CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$answered): int {
            [$name, $value] = [...explode(':', $line, 2), ''];
            $answered[strtolower($name)] = trim($value);
            return strlen($line);
        },
    ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => $body]));
    $text = curl_exec($curl);
    if ($text === false) throw new Exception(curl_error($curl));
    return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $text, $answered];
}

function api(string $method, string $path, ?array $json = null, ?array $form = null, array $headers = [], ?string $key = null): array
{
    $headers[] = 'Authorization: Bearer ' . ($key ?? getenv('API_KEY'));
    if ($json !== null) $headers[] = 'Content-Type: application/json';
    $body = $json === null ? $form : json_encode($json, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
    $url = str_starts_with($path, '/') ? getenv('BASE_URL') . $path : $path;
    [$status, $text, $answered] = ask($method, $url, $headers, $body);
    return [$status, json_decode($text, true, flags: JSON_THROW_ON_ERROR), $answered];
}

function upload(string $customer, array $metadata, string $file, ?string $key = null): array
{
    $part = new CURLFile(getenv('INPUTS') . "/$file", 'application/pdf', '公司註冊證.pdf');
    return api('POST', "/v1/kyc/documents/$customer", form: ['metadata' => json_encode($metadata), 'file' => $part], key: $key);
}

$create = fn() => api('POST', '/v1/customers', values('customer.json'), headers: ['Idempotency-Key: journey-1']);
[$status, $first] = $create();
$customer = $first['customer_id'];
tell('create', ['status' => $status, 'company' => $first['company_name']]);
[$status, $again, $headers] = $create();
$same = $again['customer_id'] === $customer;
tell('repeat', ['status' => $status, 'replayed' => $headers['idempotent-replayed'] ?? null, 'same' => $same]);

[$status, $kyc] = api('PUT', "/v1/kyc/hk/$customer", values('kyc.json'));
tell('kyc', ['status' => $status, 'kyc' => $kyc['status'], 'name' => $kyc['legal_name']]);

$uploaded = 0;
foreach (explode("\n", trim(data('types'))) as $type) {
    [$status] = upload($customer, ['type' => $type] + values('metadata.json'), 'scan.pdf');
    if ($status === 200) $uploaded += 1;
}
tell('upload', ['uploaded' => $uploaded]);

[$status, $refused] = upload($customer, values('metadata.json'), 'big.pdf', 'fgk_wrong');
tell('wrong-key', ['status' => $status, 'code' => $refused['error']['code']]);
tell('after-wrong-key', ['status' => api('GET', "/v1/customers/$customer")[0]]);
[$status, $refused] = api('POST', '/v1/customers', values('large.json'));
tell('too-large', ['status' => $status, 'code' => $refused['error']['code']]);
tell('after-too-large', ['status' => api('GET', "/v1/customers/$customer")[0]]);

foreach ([2, 3] as $number) api('POST', '/v1/customers', values("customer-$number.json"));
$seen = [];
$next = '/v1/customers?limit=1';
while ($next !== null) {
    [, $page, $headers] = api('GET', $next);
    array_push($seen, ...array_column($page['items'], 'external_customer_id'));
    $next = preg_match('/<([^>]+)>; rel="next"/', $headers['link'] ?? '', $found) ? $found[1] : null;
}
tell('list', ['count' => $page['count'], 'seen' => $seen]);

[$status, $settlement] = api('POST', '/v1/instant-settlements', ['customer_id' => $customer] + values('settlement.json'));
tell('settlement', ['status' => $status, 'settlement' => $settlement['status']]);

[, $documents] = api('GET', "/v1/kyc/documents/$customer");
[, $document] = api('GET', "/v1/kyc/documents/$customer/{$documents['nar1'][0]['document_id']}");
[$status, $bytes] = ask('GET', $document['url'], [], null);
$parts = explode('-', $document['filename']);
tell('download', ['status' => $status, 'same' => $bytes === data('scan.pdf'), 'name' => end($parts)]);

[$status, $answer] = api('POST', '/graphql', ['query' => QUERY, 'variables' => ['id' => $customer]]);
$shown = $answer['data']['customer'];
tell('graphql', ['status' => $status, 'kyc' => $shown['kyc']['status'], 'company' => $shown['companyName']]);

function isGenuine(string $body): bool
{
    $key = base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')));
    $signed = getenv('WEBHOOK_ID') . '.' . getenv('WEBHOOK_TIMESTAMP') . ".$body";
    return hash_equals('v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true)), getenv('WEBHOOK_SIGNATURE'));
}
$body = data('webhook.json');
tell('webhook', ['genuine' => isGenuine($body), 'forged' => isGenuine("$body ")]);
