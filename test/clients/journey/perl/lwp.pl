# The journey by LWP, which keeps one connection.
use strict;
use warnings;
use FindBin qw($Bin);
use lib $Bin;
use HTTP::Request::Common qw(POST);
use LWP::UserAgent;
use Journey qw(walk);

my $agent = LWP::UserAgent->new(keep_alive => 1, timeout => 60);

walk(sub {
  my ($asked) = @_;
  my @headers = %{$asked->{headers}};
  my $request;
  if (defined $asked->{file}) {
    my $file = [undef, '公司註冊證.pdf', 'Content-Type' => 'application/pdf', Content => $asked->{file}];
    my $form = [metadata => $asked->{metadata}, file => $file];
    $request = POST($asked->{url}, @headers, Content_Type => 'form-data', Content => $form);
  } else {
    $request = HTTP::Request->new($asked->{method}, $asked->{url}, \@headers, $asked->{body});
  }
  my $answer = $agent->request($request);
  # LWP tells its own failures as 500 with this header.
  die $answer->status_line if ($answer->header('Client-Warning') // '') eq 'Internal response';
  return ($answer->code, $answer->content, sub { scalar $answer->header(shift) });
});
