import { writtenSettings } from '@foyer/page/settings'
import * as v from 'valibot'

/** A token that the wallet names in requests. */
export interface WalletToken {
  readonly symbol: string
  readonly decimals: number
  readonly address: string
}

/** A network that the wallet reaches. */
export interface WalletNetwork {
  /** CAIP-2. */
  readonly chainId: string
  readonly name: string
  readonly currency: { readonly symbol: string; readonly decimals: number }
  /** Its node: by JSON-RPC, or of Bitcoin by Esplora's paths. */
  readonly rpcUrl: string
  readonly tokens: readonly WalletToken[]
}

/** The settings that the server writes into the page. */
export interface WalletSettings {
  /** The relay's URL. */
  readonly relay: string
  /** The project id that the relay requires. */
  readonly projectId: string
  readonly networks: readonly WalletNetwork[]
  /** A public phrase, whose accounts have coins on the local chains; without it none is offered. */
  readonly knownPhrase?: string | undefined
}

const short = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36))

/** A node's address: http or https, nothing else. */
export const RpcUrl: v.GenericSchema<unknown, string> = v.pipe(
  v.string(),
  v.maxLength(2_048),
  v.check((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
)

/** The format of a network in the page's settings and in storage. */
export const NetworkSchema: v.GenericSchema<unknown, WalletNetwork> = v.object({
  chainId: v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)),
  name: short,
  currency: v.object({ symbol: short, decimals }),
  rpcUrl: RpcUrl,
  tokens: v.array(v.object({ symbol: short, decimals, address: short })),
})

const Settings: v.GenericSchema<unknown, WalletSettings> = v.object({
  relay: v.string(),
  projectId: v.string(),
  networks: v.array(NetworkSchema),
  knownPhrase: v.optional(v.string()),
})

/** Reads what the server wrote into the page. @throws where it is missing or incomplete */
export function readSettings(page: Document): WalletSettings {
  return v.parse(Settings, JSON.parse(writtenSettings(page)))
}
