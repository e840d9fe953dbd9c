/**
 * Parses JSON in which each name stands once in its object: of two, some read the first, some the last, and what is shown is one of them.
 * @throws SyntaxError for a name that stands twice, and for what is no JSON
 */
export function parseOnce(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (namesIn(value) !== writtenNames(text)) throw new SyntaxError('A name stands twice in an object.')
  return value
}

function namesIn(value: unknown): number {
  let count = 0
  const left: unknown[] = [value]
  while (left.length > 0) {
    const each = left.pop()
    if (typeof each !== 'object' || each === null) continue
    const parts: readonly unknown[] = Object.values(each)
    if (!Array.isArray(each)) count += parts.length
    for (const part of parts) left.push(part)
  }
  return count
}

/** Counts the texts before a colon, of JSON alone. */
function writtenNames(text: string): number {
  let count = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    at += 1
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    at += 1
    while (' \t\n\r'.includes(text[at] ?? '-')) at += 1
    if (text[at] === ':') count += 1
  }
  return count
}
