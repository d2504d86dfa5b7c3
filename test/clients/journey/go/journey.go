// The journey by Go's net/http, over its default client, which keeps its connections.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

const query = "query ($id: ID!) { customer(id: $id) { companyName kyc { status } } }"

type object = map[string]any

type answer struct {
	status int
	bytes  []byte
	header http.Header
}

func (a answer) json() object { return parsed(a.bytes) }

func check[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func parsed(text []byte) (values object) {
	check(0, json.Unmarshal(text, &values))
	return
}

func data(name string) []byte {
	return check(os.ReadFile(filepath.Join(os.Getenv("INPUTS"), name)))
}

func tell(step string, outcome object) {
	outcome["step"] = step
	fmt.Println(string(check(json.Marshal(outcome))))
}

func ask(method, url string, headers map[string]string, body io.Reader) answer {
	request := check(http.NewRequest(method, url, body))
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response := check(http.DefaultClient.Do(request))
	defer response.Body.Close()
	return answer{response.StatusCode, check(io.ReadAll(response.Body)), response.Header}
}

func with(key string, more ...string) map[string]string {
	headers := map[string]string{"Authorization": "Bearer " + key}
	for at := 0; at < len(more); at += 2 {
		headers[more[at]] = more[at+1]
	}
	return headers
}

func get(path string) answer {
	if strings.HasPrefix(path, "/") {
		path = os.Getenv("BASE_URL") + path
	}
	return ask("GET", path, with(os.Getenv("API_KEY")), nil)
}

func send(method, path string, body object, more ...string) answer {
	headers := with(os.Getenv("API_KEY"), append(more, "Content-Type", "application/json")...)
	return ask(method, os.Getenv("BASE_URL")+path, headers, bytes.NewReader(check(json.Marshal(body))))
}

func upload(customer, key string, metadata object, file []byte) answer {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	check(0, form.WriteField("metadata", string(check(json.Marshal(metadata)))))
	part := check(form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="file"; filename="公司註冊證.pdf"`},
		"Content-Type":        {"application/pdf"},
	}))
	check(part.Write(file))
	check(0, form.Close())
	headers := with(key, "Content-Type", form.FormDataContentType())
	return ask("POST", os.Getenv("BASE_URL")+"/v1/kyc/documents/"+customer, headers, &body)
}

func code(refused answer) any { return refused.json()["error"].(object)["code"] }

func main() {
	create := func() answer {
		return send("POST", "/v1/customers", parsed(data("customer.json")), "Idempotency-Key", "journey-1")
	}
	first := create()
	customer := first.json()["customer_id"].(string)
	tell("create", object{"status": first.status, "company": first.json()["company_name"]})
	again := create()
	replayed, same := again.header.Get("Idempotent-Replayed"), again.json()["customer_id"] == customer
	tell("repeat", object{"status": again.status, "replayed": replayed, "same": same})

	kyc := send("PUT", "/v1/kyc/hk/"+customer, parsed(data("kyc.json")))
	tell("kyc", object{"status": kyc.status, "kyc": kyc.json()["status"], "name": kyc.json()["legal_name"]})

	uploaded := 0
	for _, each := range strings.Fields(string(data("types"))) {
		metadata := parsed(data("metadata.json"))
		metadata["type"] = each
		if upload(customer, os.Getenv("API_KEY"), metadata, data("scan.pdf")).status == 200 {
			uploaded++
		}
	}
	tell("upload", object{"uploaded": uploaded})

	refused := upload(customer, "fgk_wrong", parsed(data("metadata.json")), data("big.pdf"))
	tell("wrong-key", object{"status": refused.status, "code": code(refused)})
	tell("after-wrong-key", object{"status": get("/v1/customers/" + customer).status})
	refused = send("POST", "/v1/customers", parsed(data("large.json")))
	tell("too-large", object{"status": refused.status, "code": code(refused)})
	tell("after-too-large", object{"status": get("/v1/customers/" + customer).status})

	for _, number := range []string{"2", "3"} {
		send("POST", "/v1/customers", parsed(data("customer-"+number+".json")))
	}
	var seen []any
	var count any
	link := regexp.MustCompile(`<([^>]+)>; rel="next"`)
	for next := "/v1/customers?limit=1"; next != ""; {
		page := get(next)
		for _, item := range page.json()["items"].([]any) {
			seen = append(seen, item.(object)["external_customer_id"])
		}
		count, next = page.json()["count"], ""
		if found := link.FindStringSubmatch(page.header.Get("Link")); found != nil {
			next = found[1]
		}
	}
	tell("list", object{"count": count, "seen": seen})

	wanted := parsed(data("settlement.json"))
	wanted["customer_id"] = customer
	settlement := send("POST", "/v1/instant-settlements", wanted)
	tell("settlement", object{"status": settlement.status, "settlement": settlement.json()["status"]})

	nar1 := get("/v1/kyc/documents/" + customer).json()["nar1"].([]any)
	document := get(fmt.Sprintf("/v1/kyc/documents/%s/%s", customer, nar1[0].(object)["document_id"])).json()
	download := ask("GET", document["url"].(string), nil, nil)
	parts := strings.Split(document["filename"].(string), "-")
	same = bytes.Equal(download.bytes, data("scan.pdf"))
	tell("download", object{"status": download.status, "same": same, "name": parts[len(parts)-1]})

	shown := send("POST", "/graphql", object{"query": query, "variables": object{"id": customer}})
	found := shown.json()["data"].(object)["customer"].(object)
	tell("graphql", object{"status": shown.status, "kyc": found["kyc"].(object)["status"], "company": found["companyName"]})

	body := data("webhook.json")
	tell("webhook", object{"genuine": isGenuine(body), "forged": isGenuine(append(body, ' '))})
}

func isGenuine(body []byte) bool {
	secret := strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_")
	made := hmac.New(sha256.New, check(base64.StdEncoding.DecodeString(secret)))
	fmt.Fprintf(made, "%s.%s.%s", os.Getenv("WEBHOOK_ID"), os.Getenv("WEBHOOK_TIMESTAMP"), body)
	expected := "v1," + base64.StdEncoding.EncodeToString(made.Sum(nil))
	return hmac.Equal([]byte(expected), []byte(os.Getenv("WEBHOOK_SIGNATURE")))
}
