import type { Change } from './migrate.js'

/** How many equal lines are shown around one that differs. */
const around = 2

/**
 * The lines in which a file differs, as a reader of `diff` knows them.
 * @example difference({ path: 'a.ts', before: 'a', after: 'b' }) // '--- a.ts\n+++ a.ts\n-a\n+b'
 */
export function difference({ path, before, after }: Change): string {
  const lines = compared(linesOf(before ?? ''), linesOf(after))
  const shown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ mark }) => mark !== ' '),
  )
  const body = lines.flatMap(({ mark, text }, at) => {
    if (!shown[at]) return []
    const line = `${mark}${text}`
    return at > 0 && !shown[at - 1] ? ['@@', line] : [line]
  })
  return [`--- ${before === undefined ? '(none)' : path}`, `+++ ${path}`, ...body].join('\n')
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/))

interface Line {
  readonly mark: ' ' | '+' | '-'
  readonly text: string
}

/** The longest lines in common stay; everything else goes or comes. */
function compared(before: readonly string[], after: readonly string[]): Line[] {
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old = '', now = ''] = [before[i], after[j]]
    if (i < before.length && j < after.length && old === now) {
      lines.push({ mark: ' ', text: old })
      i++
      j++
    } else if (i < before.length && (j === after.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ mark: '-', text: old })
      i++
    } else {
      lines.push({ mark: '+', text: now })
      j++
    }
  }
  return lines
}
