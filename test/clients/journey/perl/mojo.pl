# The journey by Mojo::UserAgent, which keeps its connections.
use strict;
use warnings;
use utf8;
use FindBin qw($Bin);
use lib $Bin;
use Mojo::UserAgent;
use Journey qw(walk);

my $agent = Mojo::UserAgent->new(request_timeout => 60, inactivity_timeout => 60, max_response_size => 0);
$agent->transactor->name('journey');

walk(sub {
  my ($asked) = @_;
  my @sent = ($asked->{body} // ());
  if (defined $asked->{file}) {
    my $file = {content => $asked->{file}, filename => '公司註冊證.pdf', 'Content-Type' => 'application/pdf'};
    utf8::decode(my $metadata = $asked->{metadata});
    @sent = (form => {metadata => $metadata, file => $file});
  }
  my $sent = $agent->build_tx($asked->{method}, $asked->{url}, $asked->{headers}, @sent);
  my $answer = $agent->start($sent)->res;
  die $answer->error->{message} unless defined $answer->code;
  return ($answer->code, $answer->body, sub { $answer->headers->header(shift) });
});
