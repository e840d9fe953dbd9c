import * as v from 'valibot'
import { limits } from './limits.js'

/** What an in-page wallet can be known by. */
export interface InjectedWallet {
  /** A chain family's namespace, such as `eip155`. */
  readonly namespace?: string | undefined
  /** A flag of the provider (`isMetaMask`), or a wallet-standard name. */
  readonly injected_id?: string | undefined
}

/** An entry of the wallet listing [S3.1]. */
export interface Wallet {
  /** The public explorer's: 64 hex digits. */
  readonly id: string
  readonly name: string
  readonly badge_type?: 'none' | 'certified' | undefined
  /** CAIP-2. */
  readonly chains?: readonly string[] | undefined
  readonly homepage?: string | undefined
  readonly image_id?: string | undefined
  readonly image_url?: string | undefined
  /** The smaller, the earlier in the list. */
  readonly order?: number | undefined
  /** Opens the app on a phone: a scheme of its own (`metamask://`). */
  readonly mobile_link?: string | null | undefined
  readonly desktop_link?: string | null | undefined
  readonly webapp_link?: string | null | undefined
  /** Opens the app on a phone by an `https` address that it has claimed. */
  readonly link_mode?: string | null | undefined
  readonly app_store?: string | null | undefined
  readonly play_store?: string | null | undefined
  readonly chrome_store?: string | null | undefined
  /** What the wallet announces itself by in a page (EIP-6963). */
  readonly rdns?: string | null | undefined
  readonly injected?: readonly InjectedWallet[] | null | undefined
}

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest))
const link = v.optional(v.nullable(text(limits.url)))

/** Some listings write null for what they haven't; that is the same as nothing. */
const optional = <Output>(schema: v.GenericSchema<unknown, Output>) =>
  v.optional(
    v.pipe(
      v.nullable(schema),
      v.transform((value) => value ?? undefined),
    ),
  )

export const Wallet: v.GenericSchema<unknown, Wallet> = v.object({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  name: v.pipe(text(limits.walletName), v.minLength(1)),
  badge_type: optional(v.picklist(['none', 'certified'])),
  chains: optional(v.pipe(v.array(text(limits.caip2)), v.maxLength(limits.walletChains))),
  homepage: optional(text(limits.url)),
  image_id: optional(text(limits.imageId)),
  image_url: optional(text(limits.url)),
  order: optional(v.pipe(v.number(), v.finite())),
  mobile_link: link,
  desktop_link: link,
  webapp_link: link,
  link_mode: link,
  app_store: link,
  play_store: link,
  chrome_store: link,
  rdns: v.optional(v.nullable(text(limits.domain))),
  injected: v.optional(
    v.nullable(
      v.pipe(
        v.array(
          v.object({
            namespace: v.optional(text(limits.caip2)),
            injected_id: v.optional(text(limits.walletName)),
          }),
        ),
        v.maxLength(limits.walletChains),
      ),
    ),
  ),
})

/** A page of the listing, and how many wallets match in all [S7.24]. */
export interface WalletsReply {
  readonly data: readonly Wallet[]
  readonly count: number
}

export const WalletsReply: v.GenericSchema<unknown, WalletsReply> = v.object({
  data: v.array(Wallet),
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
