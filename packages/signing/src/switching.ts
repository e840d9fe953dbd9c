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

/** What an account signs by one approval. */
export type Payload = Uint8Array | Switching

/** The signatures of a switching: the authorization's and the transaction's, each r, s and 27 or 28. */
export type SwitchingSignatures = readonly [authorization: Uint8Array, transaction: Uint8Array]

/** The bytes by which a payload is approved and compared: itself; of a switching the authorization, and the transaction without the authorization's signature [F13]. */
export const partsOf = (payload: Payload): readonly Uint8Array[] =>
  payload instanceof Uint8Array ? [payload] : [authorizationBytes(payload), transactionBytes(payload)]

/** Whether bytes are an authorization or a transaction that carries one: they are signed by their fields, and never as bytes. */
export const isOfSwitching = ([type]: Uint8Array): boolean => type === 4 || type === 5

/** Signs the authorization, then the transaction with that signature in it. @throws TypeError for one that holds on every chain */
export async function signSwitching(
  switching: Switching,
  sign: (bytes: Uint8Array) => Promise<Uint8Array>,
): Promise<SwitchingSignatures> {
  if (switching.chainId <= 0n) throw new TypeError('An authorization names its chain.')
  const authorization = await sign(authorizationBytes(switching))
  return [authorization, await sign(transactionBytes(switching, [authorization]))]
}

/** The bytes that are hashed and signed so that an account gets a contract's code. */
const authorizationBytes = (switching: Switching): Uint8Array =>
  Uint8Array.from([5, ...list(authorization(switching))])

const authorization = ({ chainId, delegate, nonce }: Switching): readonly Bytes[] => [
  number(chainId),
  string(bytesOf(delegate)),
  number(nonce + 1n),
]

/** A transaction of type 4: whole with both signatures, to be signed with the authorization's, to be approved with none. */
export function transactionBytes(switching: Switching, signatures: readonly Uint8Array[] = []): Uint8Array {
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas, account, data } = switching
  const [ofAuthorization, ofTransaction] = signatures.map(signature)
  return Uint8Array.from([
    4,
    ...list([
      ...[chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas].map(number),
      ...[string(bytesOf(account)), number(0n), string(bytesOf(data)), list([])],
      list([list([...authorization(switching), ...(ofAuthorization ?? [])])]),
      ...(ofTransaction ?? []),
    ]),
  ])
}

// Recursive-length prefix (RLP), whose numbers have no zeros in front.

type Bytes = readonly number[]

const prefixed = (offset: number, content: Bytes): Bytes => {
  if (content.length < 56) return [offset + content.length, ...content]
  const length = bigEndian(BigInt(content.length))
  return [offset + 55 + length.length, ...length, ...content]
}

const string = (content: Bytes): Bytes =>
  content.length === 1 && (content[0] ?? 0) < 128 ? content : prefixed(128, content)
const list = (items: readonly Bytes[]): Bytes => prefixed(192, items.flat())
const number = (value: bigint): Bytes => string(bigEndian(value))

function bigEndian(value: bigint): Bytes {
  const bytes: number[] = []
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 255n))
  return bytes
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

/** Of hexadecimals behind `0x`. @throws TypeError for anything else */
function bytesOf(hex: string): Bytes {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(hex)) throw new TypeError('These are no bytes.')
  return Array.from({ length: hex.length / 2 - 1 }, (_, index) => Number.parseInt(hex.slice(index * 2 + 2, index * 2 + 4), 16))
}
