using System;
using System.Collections.Generic;
using System.Collections;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using System.Web.Script.Serialization;
using Values = System.Collections.Generic.Dictionary<string, object>;

/// <summary>The journey by HttpClient of Mono, one for all requests.</summary>
class Journey
{
    const string Query = "query ($id: ID!) { customer(id: $id) { companyName kyc { status } } }";
    static readonly HttpClient Client = new HttpClient();
    static readonly JavaScriptSerializer Json = new JavaScriptSerializer { MaxJsonLength = int.MaxValue };

    class Answer
    {
        public int Status;
        public byte[] Bytes;
        public HttpResponseHeaders Headers;
        public Values Body { get { return Parsed(Bytes); } }
        public string Header(string name)
        {
            IEnumerable<string> values;
            return Headers.TryGetValues(name, out values) ? values.First() : "";
        }
    }

    static string Env(string name) { return Environment.GetEnvironmentVariable(name); }
    static byte[] Data(string name) { return File.ReadAllBytes(Path.Combine(Env("INPUTS"), name)); }
    static Values Parsed(byte[] text) { return Json.Deserialize<Values>(Encoding.UTF8.GetString(text)); }
    static Values At(object value, string name) { return (Values)((Values)value)[name]; }

    static void Tell(string step, Values outcome)
    {
        outcome["step"] = step;
        Console.WriteLine(Json.Serialize(outcome));
    }

    static async Task<Answer> Ask(string method, string url, string key, HttpContent body, string idempotencyKey = null)
    {
        var request = new HttpRequestMessage(new HttpMethod(method), url) { Content = body };
        if (key != null) request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", key);
        if (idempotencyKey != null) request.Headers.Add("Idempotency-Key", idempotencyKey);
        using (var answer = await Client.SendAsync(request))
            return new Answer
            {
                Status = (int)answer.StatusCode,
                Bytes = await answer.Content.ReadAsByteArrayAsync(),
                Headers = answer.Headers,
            };
    }

    static Task<Answer> Api(string method, string path, Values body = null, string idempotencyKey = null)
    {
        var url = path.StartsWith("/") ? Env("BASE_URL") + path : path;
        var content = body == null ? null : new StringContent(Json.Serialize(body), Encoding.UTF8, "application/json");
        return Ask(method, url, Env("API_KEY"), content, idempotencyKey);
    }

    static Task<Answer> Upload(string customer, string key, Values metadata, byte[] file)
    {
        var part = new ByteArrayContent(file);
        part.Headers.ContentType = new MediaTypeHeaderValue("application/pdf");
        var form = new MultipartFormDataContent();
        form.Add(new StringContent(Json.Serialize(metadata), Encoding.UTF8, "application/json"), "metadata");
        form.Add(part, "file", "公司註冊證.pdf");
        return Ask("POST", Env("BASE_URL") + "/v1/kyc/documents/" + customer, key, form);
    }

    static async Task Walk()
    {
        var first = await Api("POST", "/v1/customers", Parsed(Data("customer.json")), "journey-1");
        var customer = (string)first.Body["customer_id"];
        Tell("create", new Values { { "status", first.Status }, { "company", first.Body["company_name"] } });
        var again = await Api("POST", "/v1/customers", Parsed(Data("customer.json")), "journey-1");
        var same = (string)again.Body["customer_id"] == customer;
        var replayed = again.Header("Idempotent-Replayed");
        Tell("repeat", new Values { { "status", again.Status }, { "replayed", replayed }, { "same", same } });

        var kyc = await Api("PUT", "/v1/kyc/hk/" + customer, Parsed(Data("kyc.json")));
        Tell("kyc", new Values { { "status", kyc.Status }, { "kyc", kyc.Body["status"] }, { "name", kyc.Body["legal_name"] } });

        var uploaded = 0;
        foreach (var type in Encoding.UTF8.GetString(Data("types")).Trim().Split('\n'))
        {
            var metadata = Parsed(Data("metadata.json"));
            metadata["type"] = type;
            if ((await Upload(customer, Env("API_KEY"), metadata, Data("scan.pdf"))).Status == 200) uploaded += 1;
        }
        Tell("upload", new Values { { "uploaded", uploaded } });

        var refused = await Upload(customer, "fgk_wrong", Parsed(Data("metadata.json")), Data("big.pdf"));
        Tell("wrong-key", new Values { { "status", refused.Status }, { "code", At(refused.Body, "error")["code"] } });
        Tell("after-wrong-key", new Values { { "status", (await Api("GET", "/v1/customers/" + customer)).Status } });
        refused = await Api("POST", "/v1/customers", Parsed(Data("large.json")));
        Tell("too-large", new Values { { "status", refused.Status }, { "code", At(refused.Body, "error")["code"] } });
        Tell("after-too-large", new Values { { "status", (await Api("GET", "/v1/customers/" + customer)).Status } });

        foreach (var number in new[] { 2, 3 }) await Api("POST", "/v1/customers", Parsed(Data("customer-" + number + ".json")));
        var seen = new List<object>();
        object count = null;
        for (var next = "/v1/customers?limit=1"; next != "";)
        {
            var page = await Api("GET", next);
            seen.AddRange(((ArrayList)page.Body["items"]).Cast<Values>().Select(item => item["external_customer_id"]));
            count = page.Body["count"];
            next = Regex.Match(page.Header("Link"), "<([^>]+)>; rel=\"next\"").Groups[1].Value;
        }
        Tell("list", new Values { { "count", count }, { "seen", seen } });

        var wanted = Parsed(Data("settlement.json"));
        wanted["customer_id"] = customer;
        var settlement = await Api("POST", "/v1/instant-settlements", wanted);
        Tell("settlement", new Values { { "status", settlement.Status }, { "settlement", settlement.Body["status"] } });

        var nar1 = (ArrayList)(await Api("GET", "/v1/kyc/documents/" + customer)).Body["nar1"];
        var document = await Api("GET", "/v1/kyc/documents/" + customer + "/" + ((Values)nar1[0])["document_id"]);
        var download = await Ask("GET", (string)document.Body["url"], null, null);
        var name = ((string)document.Body["filename"]).Split('-').Last();
        same = download.Bytes.SequenceEqual(Data("scan.pdf"));
        Tell("download", new Values { { "status", download.Status }, { "same", same }, { "name", name } });

        var variables = new Values { { "id", customer } };
        var shown = await Api("POST", "/graphql", new Values { { "query", Query }, { "variables", variables } });
        var found = At(shown.Body["data"], "customer");
        Tell("graphql", new Values { { "status", shown.Status }, { "kyc", At(found, "kyc")["status"] }, { "company", found["companyName"] } });

        var body = Encoding.UTF8.GetString(Data("webhook.json"));
        Tell("webhook", new Values { { "genuine", IsGenuine(body) }, { "forged", IsGenuine(body + " ") } });
    }

    static bool IsGenuine(string body)
    {
        var key = Convert.FromBase64String(Env("WEBHOOK_SECRET").Substring("whsec_".Length));
        var signed = Env("WEBHOOK_ID") + "." + Env("WEBHOOK_TIMESTAMP") + "." + body;
        using (var hmac = new HMACSHA256(key))
            return "v1," + Convert.ToBase64String(hmac.ComputeHash(Encoding.UTF8.GetBytes(signed))) == Env("WEBHOOK_SIGNATURE");
    }

    static void Main() { Walk().GetAwaiter().GetResult(); }
}
