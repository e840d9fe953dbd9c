import type { ChainAccount } from './chain.js'
import { numbersOf } from './numbersOf.js'
import { token2022Program } from './programs.js'

/** The fee that a token keeps of what is moved: so many hundredths of a percent, and no more than so much. */
export interface TokenFee {
  readonly points: number
  readonly most: bigint
}

// A mint's extensions (Token-2022) follow its kind: each has a type, a length and its content.
const extensionsAt = 166
const feeExtension = 1

/** The fee that a mint names, the higher of the one that holds and the one that will; none of most mints. */
export function tokenFeeIn({
  address,
  account: { owner, data },
}: {
  readonly address: string
  readonly account: ChainAccount
}): readonly (readonly [string, TokenFee])[] {
  if (owner !== token2022Program || data[165] !== 1) return []
  const { u16, u64 } = numbersOf(data)
  for (let at = extensionsAt; ; ) {
    const [kind, length] = [u16(at), u16(at + 2)]
    if (!kind || length === undefined) return []
    // Two authorities and what is withheld; then twice an epoch, the most, and the points.
    if (kind === feeExtension) {
      const fees = [at + 76, at + 94].map((place) => ({ most: u64(place + 8) ?? 0n, points: u16(place + 16) ?? 0 }))
      const higher = fees.reduce((one, other) => (other.points > one.points ? other : one))
      return higher.points > 0 ? [[address, higher]] : []
    }
    at += 4 + length
  }
}

/** Rounded up, as the program does it. */
export function keptOf(amount: bigint, { points, most }: TokenFee): bigint {
  const part = (amount * BigInt(points) + 9_999n) / 10_000n
  return part < most ? part : most
}
