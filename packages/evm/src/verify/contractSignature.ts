import { bytesToHex, type Hex } from '@foyer/core/hex'
import { InvalidResponseError } from '@foyer/core/invalidResponse'
import { signatureCheckCode } from './signatureCheckCode.js'

/** Asks the named chain; the answer is what it says, as it came. */
export type AskChain = (request: {
  /** CAIP-2 */
  readonly networkId: string
  readonly method: string
  readonly params: readonly unknown[]
  readonly signal?: AbortSignal | undefined
}) => Promise<unknown>

/** The end of a signature of an account that isn't deployed yet (ERC-6492). */
const undeployedMark = '64926492'.repeat(8)

/** The caller, as the contract sees it: an address without an owner, and not the zero address, which some contracts take for a rehearsal. */
const asker = '0x5f0e7e4c9b1d3a62870f5e1c46b9ad8273c0f19e'
/** Enough for what the contract allows a factory and an account, and for nothing more (X6). */
const mostGas = 8_000_000
/** Signatures of contracts carry proofs and several owners' signatures, but no books. */
const mostBytes = 8_192

/**
 * Asks a contract on its chain whether a signature is its own (ERC-1271), also one that isn't deployed yet (ERC-6492): by one call whose gas is capped,
 * that a node forgets, and that is never a transaction (X6). The answer names the chain that it ran on, so that a node of another chain vouches for nothing.
 *
 * @throws InvalidResponseError for an answer of another kind or chain · what `ask` rejects with
 */
export async function isContractSignature({
  networkId,
  address,
  hash,
  signature,
  ask,
  signal,
}: {
  readonly networkId: string
  readonly address: Hex
  readonly hash: Uint8Array
  readonly signature: Uint8Array
  readonly ask: AskChain
  readonly signal?: AbortSignal | undefined
}): Promise<boolean> {
  if (signature.length === 0 || signature.length > mostBytes) return false
  const own = unwrapped(bytesToHex(signature).slice(2))
  if (!own) return false
  const inputs = encoded([
    address.slice(2),
    bytesToHex(hash).slice(2),
    { bytes: own.signature },
    own.factory,
    { bytes: own.deployment },
  ])
  const call = { from: asker, data: `${signatureCheckCode}${inputs}`, gas: `0x${mostGas.toString(16)}` }
  const answer = await ask({ networkId, method: 'eth_call', params: [call, 'latest'], signal })
  const [, chain = '', isValid = ''] = /^0x([0-9a-fA-F]{64})([0-9a-fA-F]{64})$/.exec(String(answer)) ?? []
  if (chain === '' || `eip155:${BigInt(`0x${chain}`)}` !== networkId)
    throw new InvalidResponseError({ expected: `an answer of ${networkId}`, context: { method: 'eth_call' } })
  return BigInt(`0x${isValid}`) === 1n
}

interface Unwrapped {
  readonly signature: string
  readonly factory: string
  readonly deployment: string
}

/** Takes an ERC-6492 signature apart: factory, what it is called with, and the signature itself. Any other is the contract's own. */
function unwrapped(digits: string): Unwrapped | undefined {
  if (!digits.endsWith(undeployedMark)) return { signature: digits, factory: '0'.repeat(64), deployment: '' }
  const words = digits.slice(0, -64)
  const factory = words.slice(0, 64)
  const deployment = bytesAt(words, 1)
  const signature = bytesAt(words, 2)
  if (!/^0{24}[0-9a-f]{40}$/.test(factory) || deployment === undefined || signature === undefined) return undefined
  return { signature, factory, deployment }
}

/** The bytes whose place stands in a word (Contract ABI). @returns undefined for a place or length beyond the end */
function bytesAt(words: string, place: number): string | undefined {
  const start = smallAt(words, place * 64)
  const length = start === undefined ? undefined : smallAt(words, start * 2)
  if (start === undefined || length === undefined) return undefined
  const bytes = words.slice(start * 2 + 64, start * 2 + 64 + length * 2)
  return bytes.length === length * 2 ? bytes : undefined
}

function smallAt(words: string, at: number): number | undefined {
  const word = words.slice(at, at + 64)
  return /^0{56}[0-9a-f]{8}$/.test(word) ? Number.parseInt(word, 16) : undefined
}

/** Encodes words, and bytes behind them (Contract ABI). */
function encoded(values: readonly (string | { readonly bytes: string })[]): string {
  let tail = ''
  const head = values.map((value) => {
    if (typeof value === 'string') return value.padStart(64, '0')
    const place = values.length * 32 + tail.length / 2
    const padding = (64 - (value.bytes.length % 64)) % 64
    tail += word(value.bytes.length / 2) + value.bytes + '0'.repeat(padding)
    return word(place)
  })
  return head.join('').toLowerCase() + tail
}

const word = (value: number): string => value.toString(16).padStart(64, '0')
