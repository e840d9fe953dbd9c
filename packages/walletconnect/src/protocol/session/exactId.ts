/** The digits of an id, as the text has them where the number was too large to be exact. */
export function exactId({ id, text }: { readonly id: number | string; readonly text: string }): string | undefined {
  if (typeof id === 'string') return canonical(id.replace(/n$/, ''))
  if (Number.isSafeInteger(id)) return String(id)
  // The one that JSON.parse took is at the top of the message, and the last there.
  const digits = topLevelIds(text).at(-1)
  return digits !== undefined && Number(digits) === id ? canonical(digits) : undefined
}

/** Without leading zeros, and no larger than 64 bits. */
function canonical(digits: string): string | undefined {
  const value = BigInt(digits)
  return value < 1n << 64n ? String(value) : undefined
}

/** The numbers that stand behind `"id":` outside of every inner object, list and text. */
function topLevelIds(text: string): string[] {
  const found: string[] = []
  let depth = 0
  let key = ''
  for (const [token, name, digits] of text.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)"|(\d{16,20})(?=\s*[,}])|[{}[\]:,]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (name !== undefined && depth === 1) key = name
    else if (digits !== undefined && depth === 1 && key === 'id') found.push(digits)
    else if (token === ',' && depth === 1) key = ''
  }
  return found
}
