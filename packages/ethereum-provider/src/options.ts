import type { KeyValueStorage } from '@foyer/core'
import { InvalidOptionError } from '@foyer/core/errors'
import * as v from 'valibot'

/** The application's metadata; read from the page where left out. */
export interface EthereumProviderMetadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

/** The options of a provider. Names are those of `@walletconnect/ethereum-provider`. */
export interface EthereumProviderOptions {
  /** By which the relay knows the application. */
  readonly projectId: string
  /** Chain ids, decimal; the first is where a session begins. At least one here or in `optionalChains`. */
  readonly chains?: readonly number[] | undefined
  readonly optionalChains?: readonly number[] | undefined
  /** The methods that wallets are asked for; the usual ones of Ethereum unless said. */
  readonly methods?: readonly string[] | undefined
  readonly optionalMethods?: readonly string[] | undefined
  readonly events?: readonly string[] | undefined
  readonly optionalEvents?: readonly string[] | undefined
  /** Where chains are read, by decimal id. It isn't sent to the wallet: it may hold a key. */
  readonly rpcMap?: Readonly<Record<string, string | undefined>> | undefined
  readonly metadata?: EthereumProviderMetadata | undefined
  /** Whether `connect` shows a code to scan by itself; true unless said. */
  readonly showQrModal?: boolean | undefined
  readonly qrModalOptions?: { readonly themeMode?: 'light' | 'dark' | undefined } | undefined
  /** The relay that pages and wallets meet at: `wss://relay.walletconnect.org` unless said. */
  readonly relayUrl?: string | undefined
  /** Where sessions are kept: `localStorage` unless said. Synchronous. */
  readonly storage?: KeyValueStorage | undefined
  /** Keeps what one provider of an origin stores apart from another's. */
  readonly customStoragePrefix?: string | undefined
  /** Receives what fails without a caller; the console unless said. */
  readonly onError?: ((error: unknown) => void) | undefined
  /** Taken and not used: sessions are pinged by those who need to know. */
  readonly disableProviderPing?: boolean | undefined
}

const text = v.pipe(v.string(), v.nonEmpty())
const ids = v.optional(v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(1))))
const texts = v.optional(v.array(text))
const fn = v.function()

const Options = v.object({
  projectId: text,
  chains: ids,
  optionalChains: ids,
  methods: texts,
  optionalMethods: texts,
  events: texts,
  optionalEvents: texts,
  rpcMap: v.optional(v.record(v.string(), v.optional(text))),
  metadata: v.optional(
    v.object({ name: v.string(), description: v.string(), url: v.string(), icons: v.array(v.string()) }),
  ),
  showQrModal: v.optional(v.boolean(), true),
  qrModalOptions: v.optional(v.object({ themeMode: v.optional(v.picklist(['light', 'dark'])) })),
  relayUrl: v.optional(v.pipe(v.string(), v.regex(/^wss?:\/\//))),
  storage: v.optional(v.looseObject({ getItem: fn, setItem: fn, removeItem: fn })),
  customStoragePrefix: v.optional(v.string(), ''),
  onError: v.optional(fn),
})

/** The remedy for each option, for a developer who gave something else. */
const remedies: Readonly<Record<string, string>> = {
  projectId: 'Pass the project id that the relay’s operator gave you.',
  chains: 'Pass chain ids as numbers: `[1, 10]`.',
  optionalChains: 'Pass chain ids as numbers: `[1, 10]`.',
  rpcMap: 'Pass addresses by decimal chain id: `{ 1: "https://…" }`.',
  relayUrl: 'Pass an address that begins with `wss://` or `ws://`.',
  storage: 'Pass a synchronous storage, such as `localStorage`.',
}

/** A provider's options, checked. */
export interface ProviderSettings extends Omit<EthereumProviderOptions, 'chains' | 'optionalChains'> {
  readonly chainIds: readonly [number, ...number[]]
  readonly showQrModal: boolean
  readonly customStoragePrefix: string
}

/** @throws InvalidOptionError naming the first option that is wrong */
export function readOptions(options: EthereumProviderOptions): ProviderSettings {
  const parsed = v.safeParse(Options, options)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const option = String(issue.path?.[0]?.key ?? 'options')
    throw new InvalidOptionError({
      option,
      given: typeNameOf(Reflect.get(Object(options), option)),
      remedy: remedies[option] ?? '',
    })
  }
  const { showQrModal, customStoragePrefix } = parsed.output
  return { ...options, showQrModal, customStoragePrefix, chainIds: chainIdsOf(options) }
}

/** The chains that are asked for, without repetition. @throws InvalidOptionError where there are none */
export function chainIdsOf({
  chains = [],
  optionalChains = [],
}: Pick<EthereumProviderOptions, 'chains' | 'optionalChains'>): ProviderSettings['chainIds'] {
  const [first, ...others] = new Set([...chains, ...optionalChains])
  if (first === undefined)
    throw new InvalidOptionError({ option: 'optionalChains', given: 'empty', remedy: 'Name at least one chain.' })
  return [first, ...others]
}

/** Returns the type of what was given, without its content, which may be secret. */
const typeNameOf = (value: unknown): string =>
  Array.isArray(value) ? 'such an array' : value === null ? 'null' : typeof value
