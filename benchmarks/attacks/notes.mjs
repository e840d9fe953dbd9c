/** What happened to an honest one since it was last asked. */
export function takeNotes() {
  let times = []
  let missed = { refused: 0, lost: 0 }
  return {
    /** @param {number} ms */
    took: (ms) => void times.push(ms),
    refused() {
      missed.refused += 1
    },
    lost(count = 1) {
      missed.lost += count
    },
    take() {
      const sorted = times.toSorted((one, other) => one - other)
      const taken = { usualMs: sorted[sorted.length >> 1] ?? 0, slowestMs: sorted.at(-1) ?? 0, ...missed }
      times = []
      missed = { refused: 0, lost: 0 }
      return taken
    },
  }
}
