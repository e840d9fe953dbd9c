/** What may not leave in a report, and what stands in its place [F28]. */
const secrets: readonly (readonly [shape: RegExp, name: string])[] = [
  [/[^\s@"'<>]+@[^\s@"'<>]+\.[a-z]{2,}/gi, '[e-mail]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/(?:\b[a-z]{3,8}\b[\s,]+){11,}[a-z]{3,8}\b/g, '[words]'],
  [/\b0x[0-9a-f]{8,}/gi, '[hex]'],
  [/\b[0-9a-f]{32,}\b/gi, '[hex]'],
  [/\b(?:bc|tb|bcrt)1[0-9a-z]{20,}/gi, '[address]'],
  [/\b[1-9A-HJ-NP-Za-km-z]{26,}\b/g, '[address]'],
  [/(?<![\d.:])\d{6}(?![\d.:])/g, '[code]'],
  [/[?#][^\s)"']+/g, '[query]'],
]

/** Takes out of a text what looks like an e-mail, a token, a phrase, a key, an address, a code or a query. */
export function redact(text: string): string {
  return secrets.reduce((rest, [shape, name]) => rest.replace(shape, name), text)
}
