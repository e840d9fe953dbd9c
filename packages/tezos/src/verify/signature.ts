import * as v from 'valibot'

/** The parts of a signature: an address is only the hash of the key, so that goes along. */
export interface TezosSignature {
  /** `edpk…`, `sppk…` or `p2pk…` */
  readonly publicKey: string
  /** `edsig…`, `spsig1…`, `p2sig…` or `sig…` */
  readonly signature: string
}

const Written = v.pipe(
  v.string(),
  v.maxLength(512),
  v.parseJson(),
  v.strictObject({ publicKey: v.string(), signature: v.string() }),
)

/** Writes a signature with its key, as the kit keeps one and servers take it. */
export const writeSignature = ({ publicKey, signature }: TezosSignature): string =>
  JSON.stringify({ publicKey, signature })

/** Reads what {@link writeSignature} wrote. @returns undefined for anything else */
export function readSignature(text: string): TezosSignature | undefined {
  const { success, output } = v.safeParse(Written, text)
  return success ? output : undefined
}
