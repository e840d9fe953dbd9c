/**
 * What makes an SVG more than a drawing. It is served in a sandbox and shown as an image, where none of this runs; but a
 * page keeps pictures as blobs of its own origin, and a blob that a visitor opens in a tab runs as that page.
 */
const active = [
  /<\s*(?:[\w-]+:)?(?:script|foreignObject|iframe|object|embed|handler|listener|set|animate\w*|a|link|meta)[\s/>]/i,
  /[\s"'/](?:[\w-]+:)?on[a-z]+\s*=/i,
  /<!(?:ENTITY|ATTLIST)/i,
  /<\?xml-stylesheet/i,
  /@import/i,
  /(?:javascript|vbscript):/i,
  /\burl\(\s*["']?\s*(?!#)/i,
]

const link = /(?:[\w-]+:)?href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

/** Inside of the picture, or a picture of bytes that can't do anything. */
const isOwnLink = (target: string) => /^(?:#|data:image\/(?:png|jpeg|webp);base64,)/i.test(target.trim())

/** @returns whether the bytes are an SVG that only draws, written in UTF-8 */
export function isStillSvg(bytes: Uint8Array): boolean {
  const text = decoded(bytes)
  if (text === null) return false
  if (!/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?(?:<!DOCTYPE[^>[]*>\s*)?<svg[\s>]/i.test(text)) return false
  // Another encoding would be read differently by who shows it than here.
  if (/^[^<]*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i.test(text)) return false
  if (active.some((pattern) => pattern.test(text))) return false
  return [...text.matchAll(link)].every(([, double, single]) => isOwnLink(double ?? single ?? ''))
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null // in no encoding that is taken, which is an answer
  }
}
