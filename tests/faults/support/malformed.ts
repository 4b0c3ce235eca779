// Malformed requests.
const HOST = "Host: localhost\r\n";
const FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
const post = (headers: string, body = "") => `POST /register HTTP/1.1\r\n${HOST}${FORM}${headers}\r\n${body}`;
const get = (target: string, headers = HOST) => `GET ${target} HTTP/1.1\r\n${headers}\r\n`;
/** A request smuggled behind another one. */
const HIDDEN = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

/** Each gets a 4xx or nothing, and ends its connection or leaves it intact. */
export const MALFORMED: Record<string, string> = {
  "no request": "hello\r\n\r\n",
  "no version": "GET /\r\n\r\n",
  "a wrong version": `GET / HTTP/9.9\r\n${HOST}\r\n`,
  "another protocol": `GET / ICY/1.1\r\n${HOST}\r\n`,
  "HTTP/2 without asking": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "a TLS handshake": `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${"a".repeat(100)}`,
  "an unknown method": `BREW / HTTP/1.1\r\n${HOST}\r\n`,
  "a method in small letters": `get / HTTP/1.1\r\n${HOST}\r\n`,
  "a method of 10,000 letters": `${"G".repeat(10_000)} / HTTP/1.1\r\n${HOST}\r\n`,
  TRACE: `TRACE / HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  CONNECT: `CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n`,
  PROPFIND: `PROPFIND / HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  "an absolute target": get("http://evil.example/", `${HOST}Connection: close\r\n`),
  "an authority as target": get("localhost:80"),
  "a star as target": `OPTIONS * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  "a target without a slash": get("index.html"),
  "a target that cannot be decoded": get("/%ff%", `${HOST}Connection: close\r\n`),
  "a target with a space": get("/a b"),
  "a target with a NUL": get("/\0"),
  "a target of 100,000 letters": get(`/${"a".repeat(100_000)}`),
  "a target that browsers read as another site": get("/\\evil.example/..", `${HOST}Connection: close\r\n`),
  "no Host": get("/", "Connection: close\r\n"),
  "an empty Host": get("/", "Host:\r\nConnection: close\r\n"),
  "two Hosts": get("/", `${HOST}Host: evil.example\r\nConnection: close\r\n`),
  "a Host with a path": get("/", "Host: localhost/evil\r\nConnection: close\r\n"),
  "a Host with a login": get("/", "Host: a@evil.example\r\nConnection: close\r\n"),
  "a Host with a port beyond all": get("/", "Host: localhost:99999\r\nConnection: close\r\n"),
  "a Host with a word as port": get("/", "Host: localhost:http\r\nConnection: close\r\n"),
  "a Host that is no address": get("/", "Host: 256.256.256.256\r\nConnection: close\r\n"),
  "a Host that is no IPv6 address": get("/", "Host: [:::]\r\nConnection: close\r\n"),
  "a Host of 5,000 letters": get("/", `Host: ${"a".repeat(5_000)}/\r\nConnection: close\r\n`),
  "a Host with markup": get("/", "Host: <script>\r\nConnection: close\r\n"),
  "5,000 headers": get("/", `${HOST}${"a: b\r\n".repeat(5_000)}`),
  "a header of 100,000 letters": get("/", `${HOST}X-A: ${"a".repeat(100_000)}\r\n`),
  "a header name of 100,000 letters": get("/", `${HOST}${"a".repeat(100_000)}: b\r\n`),
  "a cookie of 100,000 letters": get("/", `${HOST}Cookie: login=${"a".repeat(100_000)}\r\n`),
  "a header on two lines": get("/", `${HOST}X-A: b\r\n c\r\n`),
  "a header with a NUL": get("/", `${HOST}X-A: b\0c\r\n`),
  "a header with a bare return": get("/", `${HOST}X-A: b\rX-B: c\r\n`),
  "lines that end in LF": "GET / HTTP/1.1\nHost: localhost\n\n",
  "a header without a name": get("/", `${HOST}: b\r\n`),
  "a header without a colon": get("/", `${HOST}X-A\r\n`),
  "a space before a colon": post("Content-Length : 3\r\n", "a=b"),
  "a length and chunks": post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", `0\r\n\r\n${HIDDEN}`),
  "chunks and a length": post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", `0\r\n\r\n${HIDDEN}`),
  "two lengths": post("Content-Length: 3\r\nContent-Length: 60\r\n", `a=b${HIDDEN}`),
  "a list of lengths": post("Content-Length: 3, 60\r\n", `a=b${HIDDEN}`),
  "a negative length": post("Content-Length: -3\r\n", "a=b"),
  "a length with a sign": post("Content-Length: +3\r\n", "a=b"),
  "a length in hex": post("Content-Length: 0x3\r\n", "a=b"),
  "a length beyond all": post("Content-Length: 99999999999999999999\r\n", "a=b"),
  "a length of words": post("Content-Length: three\r\n", "a=b"),
  "an unknown encoding": post("Transfer-Encoding: xchunked\r\n", `0\r\n\r\n${HIDDEN}`),
  "chunks that are not last": post("Transfer-Encoding: chunked, identity\r\n", `0\r\n\r\n${HIDDEN}`),
  "two encodings": post(
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
    `0\r\n\r\n${HIDDEN}`,
  ),
  "an encoding before a colon": post("Transfer-Encoding : chunked\r\n", `0\r\n\r\n${HIDDEN}`),
  "an encoding on two lines": post("Transfer-Encoding:\r\n chunked\r\n", `0\r\n\r\n${HIDDEN}`),
  "a chunk whose size is no number": post("Transfer-Encoding: chunked\r\n", "zz\r\nabc\r\n0\r\n\r\n"),
  "a chunk of negative size": post("Transfer-Encoding: chunked\r\n", "-1\r\nabc\r\n0\r\n\r\n"),
  "a chunk of a size beyond all": post("Transfer-Encoding: chunked\r\n", `${"f".repeat(20)}\r\nabc\r\n`),
  "a chunk that is longer than it says": post("Transfer-Encoding: chunked\r\n", "1\r\nabc\r\n0\r\n\r\n"),
  "a chunk with 200,000 letters beside it": post(
    "Transfer-Encoding: chunked\r\n",
    `3;${"a".repeat(200_000)}\r\na=b\r\n0\r\n\r\n`,
  ),
  "200,000 letters after the last chunk": post(
    "Transfer-Encoding: chunked\r\n",
    `3\r\na=b\r\n0\r\nX-A: ${"a".repeat(200_000)}\r\n\r\n`,
  ),
  "HTTP/1.0 with chunks": `POST /register HTTP/1.0\r\n${HOST}${FORM}Transfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n`,
  "an unknown expectation": post("Content-Length: 3\r\nExpect: miracles\r\nConnection: close\r\n", "a=b"),
};

/** A valid request, to be damaged. */
export const SOUND_REQUEST = post(
  "Cookie: login=x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n",
  "6\r\nname=a\r\n0\r\n\r\n",
);
