import { type Authorization, authorizationBytes, authorizationFields } from './authorization.js'
import { type Bytes, bytesOf, list, number, string } from './rlp.js'
import { operationType, partsOfSponsored, type SponsoredOperation } from './sponsored.js'

/**
 * A transaction of an account to itself that switches the account to a contract's code (EIP-7702), and has that carry out what its data says. It is approved by its
 * fields: the authorization's signature stands in the transaction, where it is known only once the authorization is signed.
 */
export interface Switching {
  /** Never 0, which would hold on every chain. */
  readonly chainId: bigint
  /** The transaction's; the authorization's is the next one, as the transaction counts first. */
  readonly nonce: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly maxFeePerGas: bigint
  readonly gas: bigint
  /** The sender, who is the recipient too. */
  readonly account: string
  /** The contract whose code the account gets. */
  readonly delegate: string
  readonly data: string
}

/** The payload that an account signs by one approval. */
export type Payload = Uint8Array | Switching | SponsoredOperation

/** Whether a payload is an operation that others pay for. */
export const isSponsored = (payload: Payload): payload is SponsoredOperation => 'callData' in payload

/** The signatures of a switching: the authorization's and the transaction's, each r, s and 27 or 28. */
export type SwitchingSignatures = readonly [authorization: Uint8Array, transaction: Uint8Array]

/**
 * The bytes by which a payload is approved and compared: itself; of a switching the authorization, and the transaction without the authorization's signature; of an operation
 * that others pay for the authorization and its fields [F13].
 */
export function partsOf(payload: Payload): readonly Uint8Array[] {
  if (payload instanceof Uint8Array) return [payload]
  if (isSponsored(payload)) return partsOfSponsored(payload)
  return [authorizationBytes(authorizationOf(payload)), transactionBytes(payload)]
}

/** Whether bytes are an authorization, a transaction that carries one, or what an operation is approved by: they are signed by their fields, and never as bytes. */
export const isOfSwitching = ([type]: Uint8Array): boolean => type === 4 || type === 5 || type === operationType

/** Signs the authorization, then the transaction with that signature in it. @throws TypeError for one that holds on every chain */
export async function signSwitching(
  switching: Switching,
  sign: (bytes: Uint8Array) => Promise<Uint8Array>,
): Promise<SwitchingSignatures> {
  if (switching.chainId <= 0n) throw new TypeError('An authorization names its chain.')
  const authorization = await sign(authorizationBytes(authorizationOf(switching)))
  return [authorization, await sign(transactionBytes(switching, [authorization]))]
}

/** The transaction counts first. */
const authorizationOf = ({ chainId, delegate, nonce }: Switching): Authorization => ({
  ...{ chainId, delegate },
  nonce: nonce + 1n,
})

/** A transaction of type 4: whole with both signatures, to be signed with the authorization's, to be approved with none. */
export function transactionBytes(switching: Switching, signatures: readonly Uint8Array[] = []): Uint8Array {
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas, account, data } = switching
  const [ofAuthorization, ofTransaction] = signatures.map(signature)
  return Uint8Array.from([
    4,
    ...list([
      ...[chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas].map(number),
      ...[string(bytesOf(account)), number(0n), string(bytesOf(data)), list([])],
      list([list([...authorizationFields(authorizationOf(switching)), ...(ofAuthorization ?? [])])]),
      ...(ofTransaction ?? []),
    ]),
  ])
}

/** y's parity, r and s. */
const signature = (bytes: Uint8Array): readonly Bytes[] => {
  const part = (from: number) => string([...bytes.subarray(from, from + 32)].slice(zerosIn(bytes, from)))
  return [number(BigInt((bytes[64] ?? 27) - 27)), part(0), part(32)]
}

function zerosIn(bytes: Uint8Array, from: number): number {
  let zeros = 0
  while (zeros < 32 && bytes[from + zeros] === 0) zeros += 1
  return zeros
}
