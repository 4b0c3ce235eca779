// Addresses on another site that a careless check accepts as paths on this one.
import { pairwise } from "../../support/pairwise.ts";
import { isFull } from "./findings.ts";

const HOSTS = ["evil.example", "evil.example/%2e%2e", "localhost:3000@evil.example", "127.0.0.1:81"];

/** Prefixes that make an address lead to another host. */
const STARTS = [
  ...["//", "///", "////", "/\\", "\\/", "\\\\", "/\\/", "/\\\\", "\\", "\\\\\\", "/%2f", "/%2F/", "%2f%2f"],
  ...["/%5c", "%5c%5c", "/%5C/", "/.//", "/..//", "/a/..//", "/./\\", "/.\\\\", "/%2e/%2f", "/%2e%2e//"],
  ...["/;//", "/.;//", "//%09/", "/%09/", "/%0a/", "/%0d%0a//", "/\t/", "/\n/", "/\r/", "\t//", "\n//"],
  ...[" //", "/ /", "/\u0000/", "\u0000//", "\u0001//", "/\u0008/", "/\u00a0/", "\u00a0//", "/\u2028/"],
  ...["\ufeff//", "\u3000//", "/\u200b/", "／／", "/／", "/∕", "/⁄", "。//", "http://", "https://"],
  ...[
    "HTTPS://",
    "http:",
    "https:",
    "https:/",
    "http:\\\\",
    "https:///",
    "ht\ttps://",
    "h\nttp://",
    " https://",
  ],
  ...["\u0001https://", "ftp://", "ws://", "//user:pass@", "//localhost:3000@", "/@", "@", "?//", "#//"],
  ...["./", "../", "..//", ".//", "~//"],
];

/** Invalid addresses, and addresses that run code. */
const OTHERS = [
  ...["javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)"],
  ...[" javascript:alert(1)", "\u0001javascript:alert(1)", "javascript://localhost:3000/%0aalert(1)"],
  ...["/javascript:alert(1)", "data:text/html,<script>alert(1)</script>"],
  ...["data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==", "vbscript:msgbox(1)"],
  ...["blob:http://localhost:3000/1", "filesystem:http://localhost:3000/temporary/x"],
  ...["view-source:http://localhost:3000/", "about:blank", "file:///etc/passwd"],
  ...["mailto:mallory@evil.example", "intent://evil.example#Intent;scheme=http;end"],
  ...["/admin\r\nSet-Cookie: login=planted", "/admin\nLocation: https://evil.example/"],
  ...["/admin%0d%0aLocation:%20https://evil.example/", "/admin\u560d\u560aLocation: https://evil.example/"],
  ...['"//evil.example', "[//evil.example]", '{"pathname":"//evil.example"}', "null", "undefined", "NaN", ""],
  ...["/"],
];

/** 300 targets. A short run uses each prefix once. */
export const REDIRECT_TARGETS: string[] = [
  ...new Set([
    ...OTHERS,
    ...STARTS.flatMap((start, turn) => (isFull ? HOSTS : pairwise(HOSTS, turn)).map((host) => start + host)),
  ]),
].slice(0, 300);
