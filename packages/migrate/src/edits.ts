/** A piece of a text that another takes the place of, by offsets into the text as it was. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * A text with its edits made; what no edit names stays to the letter.
 * @throws RangeError where two edits overlap: a fault of the code that made them
 * @example applyEdits('a b', [{ start: 0, end: 1, text: 'c' }]) // 'c b'
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end)
  let done = ''
  let at = 0
  for (const { start, end, text: inserted } of ordered) {
    if (start < at) throw new RangeError(`Two edits overlap at ${start}.`)
    done += text.slice(at, start) + inserted
    at = end
  }
  return done + text.slice(at)
}

/** The range of a node and what follows it up to the next line, so that no empty line stays behind. */
export function wholeLine(text: string, { start, end }: { readonly start: number; readonly end: number }): Edit {
  const after = /^[^\S\n]*\n/.exec(text.slice(end))
  const ownLine = /(^|\n)[^\S\n]*$/.test(text.slice(0, start))
  return { start, end: ownLine && after ? end + after[0].length : end, text: '' }
}
