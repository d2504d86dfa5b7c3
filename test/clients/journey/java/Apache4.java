import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.http.Header;
import org.apache.http.HttpEntity;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.mime.HttpMultipartMode;
import org.apache.http.entity.mime.MultipartEntityBuilder;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;

/** The journey by Apache HttpClient 4. */
class Apache4 extends Steps {
    private final CloseableHttpClient client = HttpClients.createDefault();

    private Answer ask(String method, String url, Map<String, String> headers, HttpEntity body) throws Exception {
        RequestBuilder request = RequestBuilder.create(method).setUri(url).setEntity(body);
        headers.forEach(request::addHeader);
        try (CloseableHttpResponse answer = client.execute(request.build())) {
            Map<String, List<String>> answered = new HashMap<>();
            for (Header header : answer.getAllHeaders()) answered.put(header.getName(), List.of(header.getValue()));
            return new Answer(answer.getStatusLine().getStatusCode(), EntityUtils.toByteArray(answer.getEntity()), answered);
        }
    }

    @Override
    Answer send(String method, String url, Map<String, String> headers, byte[] json) throws Exception {
        return ask(method, url, headers, json == null ? null : new ByteArrayEntity(json, ContentType.APPLICATION_JSON));
    }

    @Override
    Answer upload(String url, Map<String, String> headers, String metadata, byte[] file) throws Exception {
        // Other modes have no name in UTF-8, and texts are ISO-8859-1 unless a type says otherwise.
        HttpEntity body = MultipartEntityBuilder.create().setMode(HttpMultipartMode.RFC6532)
            .addTextBody("metadata", metadata, ContentType.APPLICATION_JSON)
            .addBinaryBody("file", file, ContentType.create("application/pdf"), FILE_NAME).build();
        return ask("POST", url, headers, body);
    }

    public static void main(String[] args) throws Exception {
        new Apache4().walk();
    }
}
