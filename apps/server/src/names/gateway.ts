import { chainIdOf, coinTypeOf, type Hex, hexToBytes } from '@foyer/core/chain'
import { InvalidInputError } from '@foyer/service/errors/refusals'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  encodePacked,
  isHex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { sign } from 'viem/accounts'
import { namehash } from 'viem/ens'
import type { Zone } from './labels.js'
import { bioOf } from './names.js'
import { NameNotFoundError } from './refusals.js'
import type { RegisteredName, Registry } from './registry.js'

/** Answers the requests that a resolver contract redirects to this server (ERC-3668). */
export interface Gateway {
  /**
   * @param question.sender - the resolver that will check the answer
   * @param question.data - its call `resolve(bytes name, bytes data)`
   * @returns the result, until when it holds, and the signature, as the resolver takes them
   * @throws InvalidInputError for a call that is none · NameNotFoundError for a name of another zone
   * @see ERC-3668, ENSIP-10
   */
  answer(question: { sender: Hex; data: Hex }): Promise<Hex>
}

interface GatewayParameters {
  zone: Zone
  registry: Pick<Registry, 'find'>
  key: Hex
  ttlSeconds: number
  now: () => number
}

export function createGateway({ zone, registry, key, ttlSeconds, now }: GatewayParameters): Gateway {
  return {
    async answer({ sender, data }) {
      const { label, record } = readQuestion({ data, zone })
      // An unregistered name is answered too: its empty record is signed.
      const result = encodeAnswer({ record, name: await registry.find(label) })
      const expires = BigInt(Math.floor(now() / 1000) + ttlSeconds)
      const hashed = encodePacked(hashTypes, ['0x1900', sender, expires, keccak256(data), keccak256(result)])
      const signature = await sign({ hash: keccak256(hashed), privateKey: key, to: 'hex' })
      return encodeAbiParameters(answerTypes, [result, expires, signature])
    },
  }
}

const answerTypes = parseAbiParameters('bytes result, uint64 expires, bytes signature')

/** As the resolver contract hashes it: an answer for that contract alone, to this question, until then. */
const hashTypes = ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'] as const

const outerAbi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])

const plainAddressAbi = parseAbi(['function addr(bytes32 node) view returns (address)'])
const coinAddressAbi = parseAbi(['function addr(bytes32 node, uint256 coinType) view returns (bytes)'])
const textAbi = parseAbi(['function text(bytes32 node, string key) view returns (string)'])
const contenthashAbi = parseAbi(['function contenthash(bytes32 node) view returns (bytes)'])
const recordsAbi = [...plainAddressAbi, ...coinAddressAbi, ...textAbi, ...contenthashAbi]

/** A record of a name that a client wants. @see ENSIP-1, ENSIP-5, ENSIP-7, ENSIP-9 */
type WantedRecord =
  | { readonly kind: 'address' }
  | { readonly kind: 'coinAddress'; readonly coinType: bigint }
  | { readonly kind: 'text'; readonly key: string }
  | { readonly kind: 'contenthash' }

const bad = (description: string, cause?: unknown) => new InvalidInputError({ name: 'data', description }, { cause })

/**
 * Reads a resolver's call.
 * @throws {@link InvalidInputError} · {@link NameNotFoundError} for a name of another zone
 */
export function readQuestion({ data, zone }: { data: Hex; zone: Zone }): { label: string; record: WantedRecord } {
  const [packet, call] = decodeOuter(data)
  const name = readPacket(hexToBytes(packet))
  const label = zone.labelOf(name)
  if (label === null) throw new NameNotFoundError()
  const { node, record } = decodeInner(call)
  if (node !== namehash(name)) throw bad('The name and its hash are not of one name.')
  return { label, record }
}

/** Encodes the answer for a resolver's caller; for an unregistered name, the empty record. */
function encodeAnswer({ record, name }: { record: WantedRecord; name: RegisteredName | null }): Hex {
  switch (record.kind) {
    case 'address': {
      const result = addressFor({ name, coinType: ether }) ?? zeroAddress
      return encodeFunctionResult({ abi: plainAddressAbi, functionName: 'addr', result })
    }
    case 'coinAddress': {
      const result = addressFor({ name, coinType: record.coinType }) ?? '0x'
      return encodeFunctionResult({ abi: coinAddressAbi, functionName: 'addr', result })
    }
    case 'text':
      return encodeFunctionResult({ abi: textAbi, functionName: 'text', result: textFor({ name, key: record.key }) })
    case 'contenthash':
      return encodeFunctionResult({ abi: contenthashAbi, functionName: 'contenthash', result: '0x' })
  }
}

/** Ethereum's coin type, in SLIP-44. */
const ether = 60n
/** The coin type for every EVM chain. @see ENSIP-19 */
const everyEvmChain = 0x8000_0000n

/**
 * A key's address is its owner's on every EVM chain. A contract's is only where it was shown to be: on another chain
 * no contract, or another one, may be there.
 */
function addressFor({ name, coinType }: { name: RegisteredName | null; coinType: bigint }): Hex | null {
  const isEvm = coinType === ether || coinType === everyEvmChain || chainIdOf(Number(coinType)) !== null
  if (name === null || !isEvm || !isHex(name.address)) return null
  const own = BigInt(name.coinType)
  const isOwn = coinType === own || (coinType === ether && own === BigInt(coinTypeOf(1)))
  return name.account === 'key' || isOwn ? name.address : null
}

function textFor({ name, key }: { name: RegisteredName | null; key: string }): string {
  if (key === 'avatar') return name?.avatar ?? ''
  return key === 'description' && name !== null ? bioOf(name) : ''
}

function decodeOuter(data: Hex): readonly [Hex, Hex] {
  try {
    return decodeFunctionData({ abi: outerAbi, data }).args
  } catch (cause) {
    throw bad("Isn't a call of resolve(bytes,bytes).", cause)
  }
}

function decodeInner(data: Hex): { node: Hex; record: WantedRecord } {
  const call = decodeRecordsCall(data)
  const [node] = call.args
  switch (call.functionName) {
    case 'addr': {
      const coinType = call.args[1]
      return { node, record: coinType === undefined ? { kind: 'address' } : { kind: 'coinAddress', coinType } }
    }
    case 'text':
      return { node, record: { kind: 'text', key: call.args[1] } }
    case 'contenthash':
      return { node, record: { kind: 'contenthash' } }
  }
}

function decodeRecordsCall(data: Hex) {
  try {
    return decodeFunctionData({ abi: recordsAbi, data })
  } catch (cause) {
    throw bad('Only addr, text and contenthash are answered.', cause)
  }
}

/** A name of DNS has no more bytes (RFC 1035), nor has one that a resolver asks for: each part is hashed. */
const longestPacket = 255

/**
 * Reads a name as DNS writes it: the length of each part in a byte before it, and a zero at the end.
 * @throws {@link InvalidInputError}
 */
function readPacket(bytes: Uint8Array): string {
  if (bytes.length > longestPacket) throw bad('The name is longer than a name may be.')
  const labels: string[] = []
  let at = 0
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
    const end = at + 1 + length
    if (end >= bytes.length) throw bad('The name is cut off.')
    labels.push(new TextDecoder().decode(bytes.subarray(at + 1, end)))
    at = end
  }
  if (at + 1 !== bytes.length) throw bad('The name does not end where it should.')
  return labels.join('.')
}
