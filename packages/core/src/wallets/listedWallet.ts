import type { WalletLinks } from '../links/schemes.js'
import type { InjectedWallet } from '../wire/wallet.js'

/** A wallet of a list, whoever's it is: the directory's [S3.1], the host's own, or one that was used before. What isn't known is absent or null. */
export interface ListedWallet extends WalletLinks {
  /** The directory's, or the one the host gave it. */
  readonly id: string
  readonly name: string
  readonly rdns?: string | null | undefined
  /** Names its picture in the directory. */
  readonly image_id?: string | undefined
  /** Where its picture is. */
  readonly image_url?: string | undefined
  readonly app_store?: string | null | undefined
  readonly play_store?: string | null | undefined
  readonly chrome_store?: string | null | undefined
  readonly homepage?: string | undefined
  /** CAIP-2. */
  readonly chains?: readonly string[] | undefined
  readonly badge_type?: 'none' | 'certified' | undefined
  /** What it can be known by in a page. */
  readonly injected?: readonly InjectedWallet[] | null | undefined
}
