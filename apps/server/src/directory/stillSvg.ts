/** A namespace prefix with its colon, in any case. */
const prefix = String.raw`(?:[^\s<>/"'=:]+:)?`

const activeTags =
  'script|foreignObject|iframe|object|embed|handler|listener|set|animate[a-z]*|a|link|meta|form|button|input|base'

/**
 * The parts that make an SVG more than a drawing. It is served in a sandbox and shown as an image, where none run; but a
 * page keeps pictures as blobs of its own origin, and a blob that a visitor opens in a tab runs as that page.
 * Each runs in linear time, because the text is untrusted.
 */
const active = [
  new RegExp(String.raw`<\s*${prefix}(?:${activeTags})[\s/>]`, 'i'),
  /[\s"'/]on[a-z]+\s*=/i,
  /www\.w3\.org\/1999\/xhtml/i,
  /<!(?:ENTITY|ATTLIST)/i,
  /<\?xml-stylesheet/i,
  /@import/i,
  /(?:javascript|vbscript):/i,
  /url\((?!\s*["']?\s*#)/i,
  /image-set\(/i,
]

const link = /href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

/** Inside of the picture, or a picture of bytes that can't do anything. */
const isOwnLink = (target: string) => /^(?:#|data:image\/(?:png|jpeg|webp);base64,)/i.test(target.trim())

/** @returns whether the bytes are an SVG that only draws, written in UTF-8 */
export function isStillSvg(bytes: Uint8Array): boolean {
  const text = decoded(bytes)
  if (text === null) return false
  if (!/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?(?:<!DOCTYPE[^>[]*>\s*)?<svg[\s>]/i.test(text)) return false
  // A browser would read another encoding differently than this check.
  if (/^[^<]*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i.test(text)) return false
  const written = unescaped(text)
  if (active.some((pattern) => pattern.test(text) || pattern.test(written))) return false
  return [...text.matchAll(link)].every(([, double, single]) => isOwnLink(double ?? single ?? ''))
}

/** As it is read in the end: XML's references by number, and then the escapes that styles have. */
function unescaped(text: string): string {
  return text
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, decimal?: string) =>
      letterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, hex?: string, letter?: string) =>
      hex === undefined ? (letter ?? '') : letterOf(Number.parseInt(hex, 16)),
    )
}

const letterOf = (code: number): string => (code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : '')

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null // in no encoding that is taken, which is an answer
  }
}
