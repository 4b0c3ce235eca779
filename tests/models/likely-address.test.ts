// Suggested corrections of addresses: slips in the ending and in large mail hosts, but never another real
// domain.
import { expect, test } from "vitest";
import { suggestAddress } from "#app/models/text/email-typos.ts";

test.each([
  ["name@gmial.con", "name@gmail.com"],
  // The ten commonest slips.
  ["name@gmial.com", "name@gmail.com"],
  ["name@gamil.com", "name@gmail.com"],
  ["name@gmal.com", "name@gmail.com"],
  ["name@gmai.com", "name@gmail.com"],
  ["name@gnail.com", "name@gmail.com"],
  ["name@gmail.con", "name@gmail.com"],
  ["name@hotmial.com", "name@hotmail.com"],
  ["name@hotmai.com", "name@hotmail.com"],
  ["name@yaho.com", "name@yahoo.com"],
  ["name@outlok.com", "name@outlook.com"],
  // Similar slips.
  ["name@gmaill.com", "name@gmail.com"],
  ["name@gmil.com", "name@gmail.com"],
  ["name@gmali.com", "name@gmail.com"],
  ["name@gmail.co", "name@gmail.com"],
  ["name@gmail.cm", "name@gmail.com"],
  ["name@gmail.om", "name@gmail.com"],
  ["name@gmail.comm", "name@gmail.com"],
  ["name@gmail.cmo", "name@gmail.com"],
  ["name@gmail", "name@gmail.com"],
  ["name@gmailcom", "name@gmail.com"],
  ["name@gmil.con", "name@gmail.com"],
  ["name@homail.com", "name@hotmail.com"],
  ["name@hotmail.con", "name@hotmail.com"],
  ["name@yahooo.com", "name@yahoo.com"],
  ["name@yahoo.co", "name@yahoo.com"],
  ["name@yhoo.com", "name@yahoo.com"],
  ["name@outlook.vom", "name@outlook.com"],
  ["name@oulook.com", "name@outlook.com"],
  ["name@iclod.com", "name@icloud.com"],
  ["name@icoud.com", "name@icloud.com"],
  ["name@bigpnd.com", "name@bigpond.com"],
  ["name@newsroom.con", "name@newsroom.com"],
  ["name@mail.newsroom.cmo", "name@mail.newsroom.com"],
  ["name@newsroom.con.au", "name@newsroom.com.au"],
  ["noor@example", "noor@example.com"],
  ["name@mgail.com", "name@gmail.com"],
  ["name@ohtmail.com", "name@hotmail.com"],
  ["name@icould.com", "name@icloud.com"],
  ["q&a+x@gmial.com", "q&a+x@gmail.com"],
])("%s is probably %s", (typed, meant) => {
  expect(suggestAddress(typed)).toBe(meant);
  expect(suggestAddress(meant)).toBeNull();
});

test.each([
  ...["gmail.com", "googlemail.com", "hotmail.com", "outlook.com", "yahoo.com", "icloud.com", "bigpond.com"],
  ...[
    "ymail.com",
    "mail.com",
    "email.com",
    "fastmail.com",
    "gmx.com",
    "gmx.net",
    "gmx.de",
    "me.com",
    "mac.com",
  ],
  ...["msn.com", "live.com", "live.com.au", "aol.com", "web.de", "proton.me", "protonmail.com", "zoho.com"],
  ...["hotmail.co.uk", "hotmail.fr", "hotmail.com.au", "outlook.com.au", "outlook.fr", "outlook.de"],
  ...["yahoo.co.jp", "yahoo.co.uk", "yahoo.com.au", "yahoo.com.ar", "yahoo.com.br", "yahoo.ca", "yahoo.de"],
  ...[
    "hotmail.co.jp",
    "hotmail.com.br",
    "outlook.co.nz",
    "outlook.jp",
    "yahoo.co.in",
    "gmx.at",
    "myyahoo.com",
  ],
  ...["live.co.uk", "aol.co.uk", "googlemail.co.uk", "web.com", "inmail.com", "tmail.com", "tutamail.com"],
  ...["bigpond.net.au", "optusnet.com.au", "rocketmail.com", "hey.com", "duck.com", "qq.com", "163.com"],
  ...[
    "gmail.example.com",
    "example.co",
    "example.cm",
    "example.com",
    "example.community",
    "common.org",
    "icon.com",
  ],
  ...[
    "news.com.au",
    "beacon.edu",
    "con.com",
    "con.au",
    "newsroom.com.au",
    "xn--mnchen-3ya.example",
    "gazette.com",
    "yahoo-inc.com",
  ],
])("name@%s is not questioned", (domain) => {
  expect(suggestAddress(`name@${domain}`)).toBeNull();
});
