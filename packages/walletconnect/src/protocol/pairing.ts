import type { Ciphers } from './cipher/ciphers.js'
import { topicOf } from './cipher/keys.js'
import { type Bytes, base64ToBytes, bytesToHex, bytesToUtf8, hexToBytes, isHex32 } from './codec.js'
import { InvalidPairingUriError, PairingExpiredError, type PairingUriField } from './errors.js'

/** Seconds from a pairing's making to the `expiryTimestamp` of its URI. */
export const pairingLifetime = 300
/** The time that a URI is offered for, in ms [S9.1]. */
const offeredMs = 240_000
/** It counts as expired this long before that is over, in ms [S9.2]. */
const marginMs = 10_000

/**
 * Returns when a URI that was made then should be offered no longer, so that a user who scans it has time left: at
 * 3:50 [S4.4]. Both ms since 1970.
 */
export const offeredUntil = (madeAt: number): number => madeAt + offeredMs - marginMs

/** A new pairing, for one attempt to connect: its key is drawn anew, its topic belongs to it. */
export async function newPairing({
  ciphers,
  now,
  methods = [],
}: {
  readonly ciphers: Ciphers
  /** ms since 1970 */
  readonly now: number
  readonly methods?: readonly string[] | undefined
}): Promise<PairingUri> {
  const symKey = ciphers.randomBytes(32)
  const topic = await topicOf({ ciphers, key: symKey })
  const expiryTimestamp = Math.floor(now / 1_000) + pairingLifetime
  return { topic, symKey, relay: { protocol: 'irn' }, expiryTimestamp, methods }
}

/** Whether a pairing's topic belongs to its key: another one would be a topic that a third party subscribes to. */
export async function isPairingGenuine({
  ciphers,
  pairing,
}: {
  readonly ciphers: Ciphers
  readonly pairing: Pick<PairingUri, 'topic' | 'symKey'>
}): Promise<boolean> {
  return (await topicOf({ ciphers, key: pairing.symKey })) === pairing.topic
}

/** The parts of a pairing URI. */
export interface PairingUri {
  readonly topic: string
  /** 32 bytes, by which the proposal can be read. */
  readonly symKey: Bytes
  readonly relay: { readonly protocol: string; readonly data?: string | undefined }
  /** Seconds since 1970. */
  readonly expiryTimestamp: number
  /** The methods that the application wants to call, as a hint; empty where it doesn't say. */
  readonly methods: readonly string[]
}

/** Letters; real ones have about 250. */
const longest = 4_096

/**
 * Writes a pairing URI of version 2.
 *
 * @example
 * formatPairingUri({ topic, symKey, relay: { protocol: 'irn' }, expiryTimestamp, methods: [] })
 * // 'wc:5563…@2?relay-protocol=irn&symKey=303d…&expiryTimestamp=1700000300'
 */
export function formatPairingUri({ topic, symKey, relay, expiryTimestamp, methods }: PairingUri): string {
  const query = new URLSearchParams()
  if (relay.data !== undefined) query.set('relay-data', relay.data)
  query.set('relay-protocol', relay.protocol)
  query.set('symKey', bytesToHex(symKey))
  query.set('expiryTimestamp', String(expiryTimestamp))
  if (methods.length > 0) query.set('methods', methods.join(','))
  return `wc:${topic}@2?${query}`
}

/**
 * Reads a pairing URI of version 2: with `wc:` or `wc://`, its parameters in any order, or the whole of it in base64.
 * That the topic belongs to the key isn't checked here: see `isPairingGenuine`.
 *
 * @param input.now - ms since 1970
 * @throws {@link InvalidPairingUriError} naming the part that is wrong · {@link PairingExpiredError}
 */
export function parsePairingUri({ text, now }: { readonly text: string; readonly now: number }): PairingUri {
  const [address, query] = splitOnce(withoutScheme(plainUri(text.trim())), '?')
  const [topic, version] = splitOnce(address, '@')
  if (!isHex32(topic)) throw new InvalidPairingUriError({ field: 'topic' })
  if (version !== '2') throw new InvalidPairingUriError({ field: 'version' })
  const values = new URLSearchParams(query)
  const uri = {
    topic,
    symKey: hexToBytes(parameter({ values, name: 'symKey', pattern: /^[0-9a-f]{64}$/ })),
    relay: relayOf(values),
    expiryTimestamp: expiryOf(values, now),
    methods: methodsOf(values),
  }
  if (uri.expiryTimestamp * 1_000 <= now) throw new PairingExpiredError({ expiryTimestamp: uri.expiryTimestamp })
  return uri
}

/** The text itself, or what stands in it in base64. */
function plainUri(text: string): string {
  if (text.length > longest) throw new InvalidPairingUriError({ field: 'uri' })
  if (text.includes('wc:')) return text
  try {
    return bytesToUtf8(base64ToBytes(text, /[-_]/.test(text) ? 'base64url' : 'base64'))
  } catch (cause) {
    throw new InvalidPairingUriError({ field: 'uri', cause })
  }
}

function withoutScheme(uri: string): string {
  if (!uri.startsWith('wc:')) throw new InvalidPairingUriError({ field: 'uri' })
  return uri.slice(3).replace(/^\/\//, '')
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

interface Parameter {
  readonly values: URLSearchParams
  readonly name: PairingUriField
  readonly pattern: RegExp
}

function optionalParameter({ values, name, pattern }: Parameter): string | undefined {
  const [value, ...others] = values.getAll(name)
  if (value === undefined) return undefined
  if (others.length > 0 || !pattern.test(value)) throw new InvalidPairingUriError({ field: name })
  return value
}

function parameter(wanted: Parameter): string {
  const value = optionalParameter(wanted)
  if (value === undefined) throw new InvalidPairingUriError({ field: wanted.name })
  return value
}

function relayOf(values: URLSearchParams): PairingUri['relay'] {
  const protocol = parameter({ values, name: 'relay-protocol', pattern: /^[-a-z0-9]{1,32}$/ })
  const data = optionalParameter({ values, name: 'relay-data', pattern: /^(?:[0-9a-fA-F]{2}){0,256}$/ })
  return data === undefined ? { protocol } : { protocol, data }
}

function expiryOf(values: URLSearchParams, now: number): number {
  const expiry = optionalParameter({ values, name: 'expiryTimestamp', pattern: /^[0-9]{1,12}$/ })
  return expiry === undefined ? Math.floor(now / 1_000) + pairingLifetime : Number(expiry)
}

/** `a,b`, or in groups as the protocol's documents have it: `[a],[b,c]`. */
function methodsOf(values: URLSearchParams): readonly string[] {
  const group = '\\w{1,64}(?:,\\w{1,64})*'
  const pattern = new RegExp(`^(?:${group}|\\[(?:${group})?\\](?:,\\[(?:${group})?\\])*)?$`)
  const methods = optionalParameter({ values, name: 'methods', pattern }) ?? ''
  return methods.split(/[[\],]+/).filter((method) => method !== '')
}
