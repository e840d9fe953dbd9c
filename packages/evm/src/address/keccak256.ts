// Keccak as Ethereum has it, which no browser offers: for the checksum of an address, so of a few bytes and seldom.
const lanes = 25
const rounds = 24
const rate = 136
const word = (1n << 64n) - 1n

const rotate = (lane: bigint, by: number): bigint => {
  const shift = BigInt(by % 64)
  return ((lane << shift) | (lane >> (64n - shift))) & word
}

/** The way of one lane after another through the steps ρ and π: where it goes, and by how many bits it is turned. */
const path: readonly (readonly [to: number, by: number])[] = Array.from({ length: 24 }).reduce<{
  readonly x: number
  readonly y: number
  readonly found: readonly (readonly [number, number])[]
}>(
  ({ x, y, found }, _, step) => ({
    x: y,
    y: (2 * x + 3 * y) % 5,
    found: [...found, [x + 5 * y, ((step + 1) * (step + 2)) / 2]],
  }),
  { x: 1, y: 0, found: [] },
).found

/** The constants of the step ι, by its shift register. */
function roundConstants(): readonly bigint[] {
  let register = 1
  return Array.from({ length: rounds }, () => {
    let constant = 0n
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) constant |= 1n << BigInt((1 << bit) - 1)
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0)
    }
    return constant
  })
}

function permute(state: readonly bigint[]): readonly bigint[] {
  const at = (from: readonly bigint[], index: number): bigint => from[index] ?? 0n
  return roundConstants().reduce((lanesBefore, constant) => {
    const columns = [0, 1, 2, 3, 4].map((x) =>
      [0, 5, 10, 15, 20].reduce((sum, row) => sum ^ at(lanesBefore, x + row), 0n),
    )
    const mixed = lanesBefore.map(
      (lane, index) => lane ^ at(columns, (index + 4) % 5) ^ rotate(at(columns, (index + 1) % 5), 1),
    )
    const moved = [...mixed]
    path.forEach(([from, by], step) => {
      moved[path[(step + 1) % path.length]?.[0] ?? 0] = rotate(at(mixed, from), by)
    })
    return moved.map((lane, index) => {
      const row = index - (index % 5)
      const next = at(moved, row + ((index + 1) % 5))
      const afterNext = at(moved, row + ((index + 2) % 5))
      return lane ^ (~next & word & afterNext) ^ (index === 0 ? constant : 0n)
    })
  }, state)
}

/** @returns 32 bytes */
export function keccak256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(message.length / rate) + 1) * rate)
  padded.set(message)
  padded[message.length] = 1
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80
  const view = new DataView(padded.buffer)
  let state: readonly bigint[] = Array.from({ length: lanes }, () => 0n)
  for (let block = 0; block < padded.length; block += rate)
    state = permute(
      state.map((lane, index) => (index * 8 < rate ? lane ^ view.getBigUint64(block + index * 8, true) : lane)),
    )
  const hash = new DataView(new ArrayBuffer(32))
  state.slice(0, 4).forEach((lane, index) => {
    hash.setBigUint64(index * 8, lane, true)
  })
  return new Uint8Array(hash.buffer)
}
