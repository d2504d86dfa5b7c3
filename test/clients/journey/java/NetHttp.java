import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The journey by java.net.http, which has no multipart of its own. */
class NetHttp extends Steps {
    private final HttpClient client = HttpClient.newHttpClient();

    private Answer ask(String method, String url, Map<String, String> headers, BodyPublisher body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).method(method, body).timeout(Duration.ofSeconds(60));
        headers.forEach(request::header);
        HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        return new Answer(answer.statusCode(), answer.body(), answer.headers().map());
    }

    @Override
    Answer send(String method, String url, Map<String, String> headers, byte[] json) throws Exception {
        if (json == null) return ask(method, url, headers, BodyPublishers.noBody());
        Map<String, String> typed = new HashMap<>(headers);
        typed.put("Content-Type", "application/json");
        return ask(method, url, typed, BodyPublishers.ofByteArray(json));
    }

    @Override
    Answer upload(String url, Map<String, String> headers, String metadata, byte[] file) throws Exception {
        String begin = "--journey\r\nContent-Disposition: form-data; name=";
        String first = begin + "\"metadata\"\r\n\r\n" + metadata + "\r\n" + begin + "\"file\"; filename=\"" + FILE_NAME
            + "\"\r\nContent-Type: application/pdf\r\n\r\n";
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(first.getBytes(StandardCharsets.UTF_8));
        body.writeBytes(file);
        body.writeBytes("\r\n--journey--\r\n".getBytes(StandardCharsets.UTF_8));
        Map<String, String> typed = new HashMap<>(headers);
        typed.put("Content-Type", "multipart/form-data; boundary=journey");
        return ask("POST", url, typed, BodyPublishers.ofByteArray(body.toByteArray()));
    }

    public static void main(String[] args) throws Exception {
        new NetHttp().walk();
    }
}
