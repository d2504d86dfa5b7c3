import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The journey by any client of Java. Java reads no JSON by itself, so members are found in the text. */
abstract class Steps {
    record Answer(int status, byte[] bytes, Map<String, List<String>> headers) {
        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        String header(String name) {
            return headers.entrySet().stream().filter(each -> name.equalsIgnoreCase(each.getKey()))
                .map(each -> each.getValue().get(0)).findFirst().orElse("");
        }

        String member(String name) {
            return found("\"" + name + "\":\"([^\"]*)\"", text());
        }
    }

    static final String FILE_NAME = "公司註冊證.pdf";
    static final String QUERY = "query ($id: ID!) { customer(id: $id) { companyName kyc { status } } }";

    /** Sends JSON, or nothing where it is null. */
    abstract Answer send(String method, String url, Map<String, String> headers, byte[] json) throws Exception;

    abstract Answer upload(String url, Map<String, String> headers, String metadata, byte[] file) throws Exception;

    static byte[] data(String name) throws Exception {
        return Files.readAllBytes(Path.of(System.getenv("INPUTS"), name));
    }

    static String text(String name) throws Exception {
        return new String(data(name), StandardCharsets.UTF_8);
    }

    static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    /** A line for a step; texts are quoted, everything else is not. */
    static void tell(String step, Object... outcome) {
        StringBuilder line = new StringBuilder("{\"step\":\"" + step + "\"");
        for (int at = 0; at < outcome.length; at += 2) {
            Object value = outcome[at + 1];
            line.append(",\"").append(outcome[at]).append("\":").append(value instanceof String ? "\"" + value + "\"" : value);
        }
        System.out.writeBytes(line.append("}\n").toString().getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }

    private static Map<String, String> key(String value) {
        return Map.of("Authorization", "Bearer " + value);
    }

    private Answer api(String method, String path, byte[] json) throws Exception {
        String url = path.startsWith("/") ? System.getenv("BASE_URL") + path : path;
        return send(method, url, key(System.getenv("API_KEY")), json);
    }

    private Answer create() throws Exception {
        Map<String, String> headers = Map.of("Authorization", "Bearer " + System.getenv("API_KEY"), "Idempotency-Key", "journey-1");
        return send("POST", System.getenv("BASE_URL") + "/v1/customers", headers, data("customer.json"));
    }

    void walk() throws Exception {
        Answer first = create();
        String customer = first.member("customer_id");
        tell("create", "status", first.status, "company", first.member("company_name"));
        Answer again = create();
        boolean same = again.member("customer_id").equals(customer);
        tell("repeat", "status", again.status, "replayed", again.header("Idempotent-Replayed"), "same", same);

        Answer kyc = api("PUT", "/v1/kyc/hk/" + customer, data("kyc.json"));
        tell("kyc", "status", kyc.status, "kyc", kyc.member("status"), "name", kyc.member("legal_name"));

        String documents = System.getenv("BASE_URL") + "/v1/kyc/documents/" + customer;
        int uploaded = 0;
        for (String type : text("types").split("\n")) {
            String metadata = text("metadata.json").replace("TYPE", type);
            if (upload(documents, key(System.getenv("API_KEY")), metadata, data("scan.pdf")).status == 200) uploaded += 1;
        }
        tell("upload", "uploaded", uploaded);

        Answer refused = upload(documents, key("fgk_wrong"), text("metadata.json"), data("big.pdf"));
        tell("wrong-key", "status", refused.status, "code", refused.member("code"));
        tell("after-wrong-key", "status", api("GET", "/v1/customers/" + customer, null).status);
        refused = api("POST", "/v1/customers", data("large.json"));
        tell("too-large", "status", refused.status, "code", refused.member("code"));
        tell("after-too-large", "status", api("GET", "/v1/customers/" + customer, null).status);

        for (int number = 2; number <= 3; number += 1) api("POST", "/v1/customers", data("customer-" + number + ".json"));
        List<String> seen = new ArrayList<>();
        String count = "";
        for (String next = "/v1/customers?limit=1"; !next.isEmpty();) {
            Answer page = api("GET", next, null);
            seen.add("\"" + page.member("external_customer_id") + "\"");
            count = found("\"count\":(\\d+)", page.text());
            next = found("<([^>]+)>; rel=\"next\"", page.header("Link"));
        }
        tell("list", "count", Integer.parseInt(count), "seen", seen);

        String wanted = "{\"customer_id\":\"" + customer + "\"," + text("settlement.json").substring(1);
        Answer settlement = api("POST", "/v1/instant-settlements", wanted.getBytes(StandardCharsets.UTF_8));
        tell("settlement", "status", settlement.status, "settlement", settlement.member("status"));

        String listed = api("GET", "/v1/kyc/documents/" + customer, null).text();
        String id = found("\"nar1\":\\[\\{[^}]*\"document_id\":\"([^\"]+)\"", listed);
        Answer document = api("GET", "/v1/kyc/documents/" + customer + "/" + id, null);
        Answer download = send("GET", document.member("url"), Map.of(), null);
        String name = document.member("filename");
        same = MessageDigest.isEqual(download.bytes, data("scan.pdf"));
        tell("download", "status", download.status, "same", same, "name", name.substring(name.lastIndexOf('-') + 1));

        String body = "{\"query\":\"" + QUERY + "\",\"variables\":{\"id\":\"" + customer + "\"}}";
        Answer shown = api("POST", "/graphql", body.getBytes(StandardCharsets.UTF_8));
        tell("graphql", "status", shown.status, "kyc", shown.member("status"), "company", shown.member("companyName"));

        tell("webhook", "genuine", isGenuine(text("webhook.json")), "forged", isGenuine(text("webhook.json") + " "));
    }

    private static boolean isGenuine(String body) throws Exception {
        byte[] secret = Base64.getDecoder().decode(System.getenv("WEBHOOK_SECRET").substring("whsec_".length()));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        String signed = System.getenv("WEBHOOK_ID") + "." + System.getenv("WEBHOOK_TIMESTAMP") + "." + body;
        byte[] made = mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(made)).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(expected, System.getenv("WEBHOOK_SIGNATURE").getBytes(StandardCharsets.UTF_8));
    }
}
