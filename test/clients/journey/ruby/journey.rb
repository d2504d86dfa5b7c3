# The journey by Ruby's net/http, over one connection that is kept.
require 'base64'
require 'json'
require 'net/http'
require 'openssl'
require 'stringio'

QUERY = 'query ($id: ID!) { customer(id: $id) { companyName kyc { status } } }'
URL = URI(ENV.fetch('BASE_URL'))
HTTP = Net::HTTP.start(URL.host, URL.port, read_timeout: 60)

def data(name) = File.binread(File.join(ENV.fetch('INPUTS'), name))
def values(name) = JSON.parse(data(name))
def tell(step, **outcome) = puts(JSON.generate({ step:, **outcome }))

def api(kind, path, json: nil, form: nil, headers: {})
  request = kind.new(path, { 'Authorization' => "Bearer #{ENV.fetch('API_KEY')}", **headers })
  request.set_form(form, 'multipart/form-data') if form
  if json
    request['Content-Type'] = 'application/json'
    request.body = JSON.generate(json)
  end
  answer = HTTP.request(request)
  [answer.code.to_i, JSON.parse(answer.body), answer]
end

def post(path, **sent) = api(Net::HTTP::Post, path, **sent)
def get(path) = api(Net::HTTP::Get, path)

def upload(customer, metadata, file, **sent)
  part = { filename: '公司註冊證.pdf', content_type: 'application/pdf' }
  form = [['metadata', JSON.generate(metadata)], ['file', StringIO.new(data(file)), part]]
  post("/v1/kyc/documents/#{customer}", form:, **sent)
end

def create = post('/v1/customers', json: values('customer.json'), headers: { 'Idempotency-Key' => 'journey-1' })

status, first = create
customer = first['customer_id']
tell('create', status:, company: first['company_name'])
status, again, answer = create
tell('repeat', status:, replayed: answer['Idempotent-Replayed'], same: again['customer_id'] == customer)

status, kyc = api(Net::HTTP::Put, "/v1/kyc/hk/#{customer}", json: values('kyc.json'))
tell('kyc', status:, kyc: kyc['status'], name: kyc['legal_name'])

uploaded = data('types').split.count do |type|
  upload(customer, values('metadata.json').merge('type' => type), 'scan.pdf').first == 200
end
tell('upload', uploaded:)

wrong = { 'Authorization' => 'Bearer fgk_wrong' }
status, refused = upload(customer, values('metadata.json'), 'big.pdf', headers: wrong)
tell('wrong-key', status:, code: refused['error']['code'])
tell('after-wrong-key', status: get("/v1/customers/#{customer}").first)
status, refused = post('/v1/customers', json: values('large.json'))
tell('too-large', status:, code: refused['error']['code'])
tell('after-too-large', status: get("/v1/customers/#{customer}").first)

[2, 3].each { |number| post('/v1/customers', json: values("customer-#{number}.json")) }
seen = []
following = '/v1/customers?limit=1'
while following
  _, page, answer = get(following)
  seen += page['items'].map { |item| item['external_customer_id'] }
  following = answer['Link']&.slice(/<([^>]+)>; rel="next"/, 1)&.then { |link| URI(link).request_uri }
end
tell('list', count: page['count'], seen:)

status, settlement = post('/v1/instant-settlements', json: { **values('settlement.json'), 'customer_id' => customer })
tell('settlement', status:, settlement: settlement['status'])

_, documents = get("/v1/kyc/documents/#{customer}")
_, document = get("/v1/kyc/documents/#{customer}/#{documents['nar1'][0]['document_id']}")
download = Net::HTTP.get_response(URI(document['url']))
same = download.body == data('scan.pdf')
tell('download', status: download.code.to_i, same:, name: document['filename'].split('-').last)

status, answer = post('/graphql', json: { query: QUERY, variables: { id: customer } })
shown = answer['data']['customer']
tell('graphql', status:, kyc: shown['kyc']['status'], company: shown['companyName'])

def genuine?(body)
  key = Base64.decode64(ENV.fetch('WEBHOOK_SECRET').delete_prefix('whsec_'))
  signed = "#{ENV.fetch('WEBHOOK_ID')}.#{ENV.fetch('WEBHOOK_TIMESTAMP')}.#{body}"
  made = "v1,#{Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', key, signed))}"
  OpenSSL.secure_compare(made, ENV.fetch('WEBHOOK_SIGNATURE'))
end
body = data('webhook.json').force_encoding('UTF-8')
tell('webhook', genuine: genuine?(body), forged: genuine?("#{body} "))
HTTP.finish
