vcl 4.1;
# Varnish in front of the site, behind a proxy that ends TLS and sets X-Forwarded-Proto. With nginx or a load balancer
# in front, use TRUST_PROXY=2.
import std;

backend site {
  .host = "127.0.0.1";
  .port = "3000";
  .connect_timeout = 2s;
  .first_byte_timeout = 15s;
  .probe = { .url = "/healthz"; .interval = 1s; .timeout = 2s; .window = 3; .threshold = 2; }
}

sub vcl_recv {
  if (req.restarts == 0) { unset req.http.X-Without-Site; }
  # For a Prometheus server in the same network, not for the public.
  if (req.url == "/metrics" || req.url ~ "^/metrics\?") { return (synth(404)); }
  # On the first page only the session or speaker in the query matters, as in nginx.conf.
  if (req.url ~ "^/\?") {
    if (req.url ~ "[?&]session=[^&]") {
      set req.url = "/?session=" + regsub(req.url, "^.*[?&]session=([^&]*).*$", "\1");
    } else if (req.url ~ "[?&]speaker=[^&]") {
      set req.url = "/?speaker=" + regsub(req.url, "^.*[?&]speaker=([^&]*).*$", "\1");
    } else {
      set req.url = "/";
    }
  }
  # Serves an expired page for ten seconds while the site is healthy, and for a day while it is not.
  if (std.healthy(req.backend_hint) && !req.http.X-Without-Site) { set req.grace = 10s; }
  # While the site is down, visitors with a cookie get the public page.
  if (req.http.X-Without-Site || !std.healthy(req.backend_hint)) {
    if (req.method == "GET" || req.method == "HEAD") { unset req.http.Cookie; }
  }
}

sub vcl_backend_response {
  # An error does not replace a cached page.
  if (beresp.status >= 500 && bereq.is_bgfetch) { return (abandon); }
  if (beresp.http.Cache-Control ~ "stale-if-error") { set beresp.grace = 1d; }
}

sub vcl_deliver {
  # The site's responses to requests with a cookie are private.
  if (resp.status >= 500 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")
    && (resp.http.X-Without-Site || !req.http.Cookie)) {
    set req.http.X-Without-Site = "1";
    return (restart);
  }
  unset resp.http.X-Without-Site;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
}

sub vcl_backend_error {
  set beresp.http.X-Without-Site = "1";
  set beresp.http.Content-Type = "text/html; charset=utf-8";
  set beresp.http.Retry-After = "60";
  set beresp.http.Cache-Control = "no-store";
  set beresp.body = {"<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Back in a minute</title><style>body{font:1.25rem/1.5 Georgia,serif;max-width:34rem;margin:10vh auto;padding:0 1rem}</style><h1>Back in a minute</h1><p>This page needs the site’s server, which is not responding at the moment. If you have just sent a form, go back: your text is still there. Send it again in a minute; it is stored only once.</p><p><a href="/">Read the program in the meantime</a></p>"};
  return (deliver);
}
