import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hc.client5.http.entity.mime.HttpMultipartMode;
import org.apache.hc.client5.http.entity.mime.MultipartEntityBuilder;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/** The journey by Apache HttpClient 5. */
class Apache5 extends Steps {
    private final CloseableHttpClient client = HttpClients.createDefault();

    private Answer ask(String method, String url, Map<String, String> headers, HttpEntity body) throws Exception {
        ClassicRequestBuilder request = ClassicRequestBuilder.create(method).setUri(url).setEntity(body);
        headers.forEach(request::addHeader);
        return client.execute(request.build(), answer -> {
            Map<String, List<String>> answered = new HashMap<>();
            for (Header header : answer.getHeaders()) answered.put(header.getName(), List.of(header.getValue()));
            return new Answer(answer.getCode(), EntityUtils.toByteArray(answer.getEntity()), answered);
        });
    }

    @Override
    Answer send(String method, String url, Map<String, String> headers, byte[] json) throws Exception {
        return ask(method, url, headers, json == null ? null : new ByteArrayEntity(json, ContentType.APPLICATION_JSON));
    }

    @Override
    Answer upload(String url, Map<String, String> headers, String metadata, byte[] file) throws Exception {
        HttpEntity body = MultipartEntityBuilder.create().setMode(HttpMultipartMode.EXTENDED)
            .addTextBody("metadata", metadata, ContentType.APPLICATION_JSON)
            .addBinaryBody("file", file, ContentType.create("application/pdf"), FILE_NAME).build();
        return ask("POST", url, headers, body);
    }

    public static void main(String[] args) throws Exception {
        new Apache5().walk();
    }
}
