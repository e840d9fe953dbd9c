import type { Family } from '@foyer/core'

/** A value by the window's width: under 768 px, and from there on. The sheet distinguishes them, so that a server's page is right from the start. */
export interface ByWidth<T> {
  readonly narrow: T
  readonly wide: T
}

/** The shown part of the account: its picture, its address, or both. */
export type AccountShown = 'address' | 'avatar' | 'full'

/** The part of the network in a button of its own beside the account: its picture, its name, or both; or there is no such button. */
export type NetworkShown = 'full' | 'icon' | 'name' | 'none'

export interface AccountButtonProps {
  /** The balance of the network's own coin; `show` unless said. `{ narrow: 'hide', wide: 'show' }` leaves it out on a phone. */
  readonly balance?: 'hide' | 'show' | ByWidth<'hide' | 'show'> | undefined
  /** The account itself; `full` unless said. A screen reader has its address in any case. */
  readonly account?: AccountShown | ByWidth<AccountShown> | undefined
  /** A button before it that opens the networks, in one line with it; `none` unless said. On a network that isn't configured this one leads out of it alone. */
  readonly network?: NetworkShown | ByWidth<NetworkShown> | undefined
  /** The number of shown characters at the address's start; 4 by default [S9.43]. */
  readonly charsStart?: number | undefined
  /** The number of shown characters at the address's end; 6 by default. */
  readonly charsEnd?: number | undefined
  /** The account of this chain family; the active one unless said. */
  readonly family?: Family | undefined
  /** Can’t be pressed. */
  readonly disabled?: boolean | undefined
}

/** The connected account, as a button shows it. */
export interface ButtonAccount {
  /** The whole address. */
  readonly address: string
  /** The first 4 and last 6 characters of the address, such as `0xd8…A96045` [S9.43]. */
  readonly shortAddress: string
  /** The name of the account, where the operator's server knows one; at most 20 characters. */
  readonly name: string | undefined
  /** A picture for an `img`: the account's own, else one drawn from its address, in a `data:` address. */
  readonly avatar: string
  /** The balance in the network's own coin, such as `0.312 ETH`; undefined until it is known, and where it can't be had. */
  readonly balance: string | undefined
}
