/** Deeper than anything that is asked here, and far from where writing it again would end in a full stack (RFC 8259, section 9). */
const deepest = 100

/** The signs of JSON, as bytes. Compared one by one: a look into a set costs ten times as much. */
const sign = {
  quote: 0x22,
  comma: 0x2c,
  backslash: 0x5c,
  list: 0x5b,
  listEnd: 0x5d,
  object: 0x7b,
  objectEnd: 0x7d,
} as const

/**
 * Looks through JSON as it comes, before it is parsed. Counts values and how deep they lie: what parsing costs goes by these, not by bytes. Every value but the first of a list stands behind a
 * comma, and each list counts once more: the figure is between half and twice of what there is. A UTF-8 byte of another character is none of these signs.
 */
export function createJsonShape({ mostValues }: { mostValues: number }) {
  let depth = 0
  let values = 0
  let isInText = false
  let isEscaped = false
  return {
    /** @returns whether it is still no deeper and holds no more than what may be parsed */
    take(part: Uint8Array): boolean {
      for (const byte of part) {
        if (isInText) {
          if (isEscaped) isEscaped = false
          else if (byte === sign.backslash) isEscaped = true
          else if (byte === sign.quote) isInText = false
          continue
        }
        if (byte === sign.quote) isInText = true
        else if (byte === sign.comma) values += 1
        else if (byte === sign.list || byte === sign.object) {
          values += 1
          depth += 1
        } else if (byte === sign.listEnd || byte === sign.objectEnd) depth -= 1
        if (depth > deepest || values > mostValues) return false
      }
      return true
    },
  }
}
