/** A 32-bit FNV-1a hash, for colours only. One account has one colour, however its hexadecimal address is cased. */
export function hashOf(text: string): number {
  const canonical = /^0x/i.test(text) ? text.toLowerCase() : text
  let hash = 0x811c9dc5
  for (let index = 0; index < canonical.length; index += 1) {
    hash = Math.imul(hash ^ canonical.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
