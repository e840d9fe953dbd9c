/**
 * Counts what comes as an answer of a network's, for a `count` of `Chain.request`: where a stranger's contract says how long it is, whoever asks says how long it may be.
 * @returns whether there is room for so many bytes more
 */
export function upTo(most: number): (bytes: number) => boolean {
  let left = most
  return (bytes) => {
    left -= bytes
    return left >= 0
  }
}
