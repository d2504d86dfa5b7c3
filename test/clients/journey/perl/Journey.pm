# What the journeys by LWP and by Mojolicious share: the steps. Each gives a function that sends a request.
package Journey;
use strict;
use warnings;
use utf8;
use Digest::SHA qw(hmac_sha256_base64);
use Exporter qw(import);
use JSON::PP;
use MIME::Base64 qw(decode_base64);

our @EXPORT_OK = qw(walk data);
my $QUERY = 'query ($id: ID!) { customer(id: $id) { companyName kyc { status } } }';
my $JSON = JSON::PP->new->utf8->canonical;

sub data {
  my ($name) = @_;
  open my $file, '<:raw', "$ENV{INPUTS}/$name" or die "$name: $!";
  local $/;
  return scalar <$file>;
}

sub values_of { return decode_json(data(shift)) }

sub tell_step {
  my ($step, %outcome) = @_;
  print $JSON->encode({step => $step, %outcome}), "\n";
}

sub truth { return shift() ? JSON::PP::true : JSON::PP::false }

sub is_genuine {
  my ($body) = @_;
  my $key = decode_base64(substr $ENV{WEBHOOK_SECRET}, length 'whsec_');
  my $made = hmac_sha256_base64("$ENV{WEBHOOK_ID}.$ENV{WEBHOOK_TIMESTAMP}.$body", $key);
  # Digest::SHA leaves out the padding.
  $made .= '=' while length($made) % 4;
  return truth("v1,$made" eq $ENV{WEBHOOK_SIGNATURE});
}

# $ask->({method, url, headers, body | metadata and file}) answers status, bytes and a function for headers.
sub walk {
  my ($ask) = @_;
  my $api = sub {
    my ($method, $path, %sent) = @_;
    my %headers = (Authorization => 'Bearer ' . ($sent{key} // $ENV{API_KEY}), %{$sent{headers} // {}});
    if ($sent{json}) {
      $headers{'Content-Type'} = 'application/json';
      $sent{body} = encode_json($sent{json});
    }
    my $url = $path =~ m{^/} ? "$ENV{BASE_URL}$path" : $path;
    my ($status, $bytes, $header) = $ask->({%sent, method => $method, url => $url, headers => \%headers});
    return ($status, decode_json($bytes), $header);
  };

  my $create = sub {
    my $keyed = {'Idempotency-Key' => 'journey-1'};
    return $api->('POST', '/v1/customers', json => values_of('customer.json'), headers => $keyed);
  };
  my ($status, $first) = $create->();
  my $customer = $first->{customer_id};
  tell_step('create', status => 0 + $status, company => $first->{company_name});
  ($status, my $again, my $header) = $create->();
  my $same = truth($again->{customer_id} eq $customer);
  tell_step('repeat', status => 0 + $status, replayed => $header->('Idempotent-Replayed'), same => $same);

  ($status, my $kyc) = $api->('PUT', "/v1/kyc/hk/$customer", json => values_of('kyc.json'));
  tell_step('kyc', status => 0 + $status, kyc => $kyc->{status}, name => $kyc->{legal_name});

  my $upload = sub {
    my ($metadata, $file, %sent) = @_;
    my %parts = (metadata => encode_json($metadata), file => data($file));
    return $api->('POST', "/v1/kyc/documents/$customer", %parts, %sent);
  };
  my $uploaded = 0;
  for my $type (split /\n/, data('types')) {
    ($status) = $upload->({%{values_of('metadata.json')}, type => $type}, 'scan.pdf');
    $uploaded += 1 if $status == 200;
  }
  tell_step('upload', uploaded => $uploaded);

  ($status, my $refused) = $upload->(values_of('metadata.json'), 'big.pdf', key => 'fgk_wrong');
  tell_step('wrong-key', status => 0 + $status, code => $refused->{error}{code});
  ($status) = $api->('GET', "/v1/customers/$customer");
  tell_step('after-wrong-key', status => 0 + $status);
  # As it is: JSON::PP takes seconds for it.
  my %large = (body => data('large.json'), headers => {'Content-Type' => 'application/json'});
  ($status, $refused) = $api->('POST', '/v1/customers', %large);
  tell_step('too-large', status => 0 + $status, code => $refused->{error}{code});
  ($status) = $api->('GET', "/v1/customers/$customer");
  tell_step('after-too-large', status => 0 + $status);

  $api->('POST', '/v1/customers', json => values_of("customer-$_.json")) for 2, 3;
  my ($next, $page, @seen) = ('/v1/customers?limit=1');
  while ($next) {
    ($status, $page, $header) = $api->('GET', $next);
    push @seen, map { $_->{external_customer_id} } @{$page->{items}};
    ($next) = ($header->('Link') // '') =~ /<([^>]+)>; rel="next"/;
  }
  tell_step('list', count => $page->{count}, seen => \@seen);

  my $wanted = {%{values_of('settlement.json')}, customer_id => $customer};
  ($status, my $settlement) = $api->('POST', '/v1/instant-settlements', json => $wanted);
  tell_step('settlement', status => 0 + $status, settlement => $settlement->{status});

  (undef, my $documents) = $api->('GET', "/v1/kyc/documents/$customer");
  (undef, my $document) = $api->('GET', "/v1/kyc/documents/$customer/$documents->{nar1}[0]{document_id}");
  ($status, my $bytes) = $ask->({method => 'GET', url => $document->{url}, headers => {}});
  my ($name) = $document->{filename} =~ /([^-]+)$/;
  tell_step('download', status => 0 + $status, same => truth($bytes eq data('scan.pdf')), name => $name);

  ($status, my $answer) = $api->('POST', '/graphql', json => {query => $QUERY, variables => {id => $customer}});
  my $shown = $answer->{data}{customer};
  tell_step('graphql', status => 0 + $status, kyc => $shown->{kyc}{status}, company => $shown->{companyName});

  my $body = data('webhook.json');
  tell_step('webhook', genuine => is_genuine($body), forged => is_genuine("$body "));
}

1;
