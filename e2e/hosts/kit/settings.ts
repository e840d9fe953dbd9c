import type { CustomWallet, SocialProvider } from '@foyer/core'

export interface HostChain {
  readonly id: number
  readonly name: string
  readonly url: string
}

/** A network of Solana's, by its CAIP-2 id. */
export interface HostSolana {
  readonly caipNetworkId: `solana:${string}`
  readonly name: string
  readonly url: string
}

/** A network of Bitcoin, and its Esplora. */
export interface HostBitcoin {
  readonly caipNetworkId: `bip122:${string}`
  readonly name: string
  readonly url: string
}

/** A chain of Cosmos, with what sets it apart. */
export interface HostCosmos {
  readonly caipNetworkId: `cosmos:${string}`
  readonly name: string
  readonly url: string
  readonly prefix: string
  readonly denom: string
  readonly gasPrice: string
}

export interface HostMultiversx {
  readonly caipNetworkId: `mvx:${string}`
  readonly name: string
  readonly url: string
}

export interface HostNear {
  readonly caipNetworkId: `near:${string}`
  readonly name: string
  readonly url: string
}

export interface HostAlgorand {
  readonly caipNetworkId: `algorand:${string}`
  readonly name: string
  readonly url: string
}

export interface HostCardano {
  readonly caipNetworkId: `cip34:${string}`
  readonly name: string
  readonly url: string
}

export interface HostTezos {
  readonly caipNetworkId: `tezos:${string}`
  readonly name: string
  readonly url: string
}

export interface HostPolkadot {
  readonly caipNetworkId: `polkadot:${string}`
  readonly name: string
  readonly url: string
}

/** What a test passes to the page that hosts the kit. */
export interface HostSettings {
  readonly chains: readonly HostChain[]
  /** The kits have Solana too, and begin there. */
  readonly solana?: HostSolana | undefined
  readonly projectId: string
  /** Puts Bitcoin beside the EVM chains. */
  readonly bitcoin?: HostBitcoin | undefined
  /** The kits have Cosmos too, and begin there. */
  readonly cosmos?: HostCosmos | undefined
  /** The kits have MultiversX too, and begin there. */
  readonly multiversx?: HostMultiversx | undefined
  /** The kits have NEAR too, and begin there. */
  readonly near?: HostNear | undefined
  /** The kits have Polkadot too, and begin there. */
  readonly polkadot?: HostPolkadot | undefined
  /** The kits have Sui too, a family that the kit itself doesn't have, by its node's address, and begin there. */
  readonly sui?: string | undefined
  /** The kits have Algorand too, and begin there. */
  readonly algorand?: HostAlgorand | undefined
  /** The kits have Cardano too, and begin there. */
  readonly cardano?: HostCardano | undefined
  /** The kits have Tezos too, and begin there. */
  readonly tezos?: HostTezos | undefined
  readonly api?: string | undefined
  /** Where the kits and wallets on other devices meet; without it they don't. */
  readonly relay?: string | undefined
  /** The project id by which the relay knows the page; the kits' own unless said. */
  readonly relayProjectId?: string | undefined
  /** One that changes begins in English, and becomes another by `window.speak`. */
  readonly locale: 'en' | 'de' | 'es' | 'zh' | 'ar' | 'pseudo' | 'changing'
  readonly customWallets: readonly CustomWallet[]
  readonly termsConditionsUrl?: string | undefined
  readonly privacyPolicyUrl?: string | undefined
  readonly analytics: boolean
  /** How many kits stand on the page, each with a storage of its own. */
  readonly kits: 1 | 2
  /** Mounts everything twice, as React does while developing. */
  readonly strictMode: boolean
  /** The kit's time is held from the start: no wait ends until the test releases it. */
  readonly timeStands: boolean
  /** Pairings are what the test says, by `window.pairing`. */
  readonly scriptedPairing: boolean
  /** The wallets of the page stand for logins, whose wallets the operator keeps. */
  readonly keptWallets: boolean
  /** The on-ramp's widget stands in the page. */
  readonly onrampWidget: boolean
  /** The page's name of a wallet that signs for the embedded login's stand-in; without it there is none. */
  readonly login?: string | undefined
  /** The origin of the embedded wallet's page; without it there is no login by e-mail. */
  readonly secureOrigin?: string | undefined
  /** The press that asks opens the embedded wallet's own window. */
  readonly approvals?: 'window' | undefined
  /** A button of this account stands in the page; the embedded wallet has it. */
  readonly walletButton?: SocialProvider | undefined
  /** The host may ask for payments, by `window.pay`. */
  readonly pay: boolean
  /** What a wallet is about to be asked for is shown in words first. */
  readonly preview?: boolean | undefined
  /** What the account lets applications do without asking it is listed in the modal. */
  readonly smartSessions?: boolean | undefined
  /** Two small chain families stand beside EVM, each with a wallet of its own; and a button for each family. */
  readonly tinyFamilies: boolean
  /** Visitors sign in: in the page, at the operator's server, or at the page's own backend; without it they don't. */
  readonly signIn?: 'required' | 'optional' | 'server' | 'backend' | undefined
  /** Visitors agree to the terms first, by a box. */
  readonly legalCheckbox: boolean
  /** The host pairs by itself. */
  readonly manualWCControl: boolean
  /** The developer is alerted of a switch to a network that isn't configured. */
  readonly alerted: boolean
  /** In the place of all kits there are those of `wrongKits`. */
  readonly wrongOptions: boolean
}
