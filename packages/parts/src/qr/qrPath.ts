import { encode } from 'uqr'

/** A code to scan, drawn as one line with round ends, as wide as a module. */
export interface QrPath {
  /** For a `path` with a stroke of 1. */
  readonly path: string
  /** Modules along one side, without the quiet zone. */
  readonly size: number
}

export interface QrPathParameters {
  readonly text: string
  /** Leaves the middle free for a picture. What is missing there, error correction makes up for. */
  readonly clearing?: boolean | undefined
}

/** How much of a side the middle takes: 5 % of the modules, of which the code may lose 15 %. */
const clearShare = 0.23
/** A finder pattern's side, in modules. */
const eye = 7
/** Of a code that isn't there yet: as many modules as a pairing URI has. */
const usualSize = 57

/**
 * Draws a code to scan: dark modules join their neighbours, and what ends is round.
 *
 * @throws Error for a text of more than 2,331 bytes
 * @see ISO/IEC 18004
 * @example <path d={qrPath({ text: 'wc:…' }).path} stroke="#171716" strokeLinecap="round" />
 */
export function qrPath({ text, clearing = false }: QrPathParameters): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const from = clearing ? Math.round((size * (1 - clearShare)) / 2) : size
  const isClear = (at: number) => at >= from && at < size - from
  const isEye = (x: number, y: number) => (x < eye && (y < eye || y >= size - eye)) || (x >= size - eye && y < eye)
  const isDark = (x: number, y: number) => data[y]?.[x] === true && !isEye(x, y) && !(isClear(x) && isClear(y))
  const runs: string[] = []
  for (let line = 0; line < size; line += 1) {
    runs.push(
      ...runsOf({ size, isDark: (at) => isDark(at, line), draw: (at, length) => move(at, line) + run('h', length) }),
    )
    runs.push(
      ...runsOf({
        size,
        isDark: (at) => isDark(line, at),
        // One module alone in its column is drawn by its row.
        draw: (at, length) => (length > 1 ? move(line, at) + run('v', length) : ''),
      }),
    )
  }
  return { path: eyes(size) + runs.join(''), size }
}

/** Returns the path of a code before it's there: its three eyes. */
export function emptyQrPath(): QrPath {
  return { path: eyes(usualSize), size: usualSize }
}

function runsOf({
  size,
  isDark,
  draw,
}: {
  readonly size: number
  readonly isDark: (at: number) => boolean
  readonly draw: (at: number, length: number) => string
}): string[] {
  const drawn: string[] = []
  for (let at = 0; at < size; at += 1) {
    const start = at
    while (at < size && isDark(at)) at += 1
    if (at > start) drawn.push(draw(start, at - start))
  }
  return drawn
}

/** To the middle of a module. */
const move = (x: number, y: number) => `M${x}.5 ${y}.5`
const run = (way: 'h' | 'v', length: number) => `${way}${length - 1}`

/** The finder patterns: a ring, and a dot of three modules. */
function eyes(size: number): string {
  const far = size - eye
  return [move(0, 0), move(far, 0), move(0, far)]
    .map(
      (corner) =>
        `${corner}m2 0h2a2 2 0 0 1 2 2v2a2 2 0 0 1-2 2h-2a2 2 0 0 1-2-2v-2a2 2 0 0 1 2-2m.7 2h.6a.7.7 0 0 1 .7.7v.6a.7.7 0 0 1-.7.7h-.6a.7.7 0 0 1-.7-.7v-.6a.7.7 0 0 1 .7-.7m-.2 1h1`,
    )
    .join('')
}
