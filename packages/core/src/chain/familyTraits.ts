import type { Family } from './ids.js'

/** What is known of a family before its code is there. */
export interface FamilyTraits {
  /** Where explorers have an account's page. */
  readonly accountPath: string
  /** Where they have a transaction's. */
  readonly transactionPath: string
  /** Is an address the same account on all networks of the family? */
  readonly sharesAddresses: boolean
  /** The operator's server lists the NFTs of its accounts. */
  readonly hasNfts: boolean
  /** Others may be allowed to take an account's tokens, and the operator's server lists them. */
  readonly hasApprovals: boolean
}

const usual: FamilyTraits = {
  accountPath: 'address',
  transactionPath: 'tx',
  sharesAddresses: false,
  hasNfts: false,
  hasApprovals: false,
}

const others: Partial<Readonly<Record<Family, Partial<FamilyTraits>>>> = {
  eip155: { sharesAddresses: true, hasNfts: true, hasApprovals: true },
  solana: { accountPath: 'account', sharesAddresses: true },
  near: { transactionPath: 'txns' },
}

/** What distinguishes a family where no code of it is loaded. @example familyTraits('solana').accountPath // 'account' */
export const familyTraits = (family: Family): FamilyTraits => ({ ...usual, ...others[family] })

/** What stands for a network's own coin where the wire wants a token's address, by family. Compare without case on eip155. */
export const nativeTokens = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
  polkadot: '0x',
  bip122: '0x',
  cosmos: '0x',
} as const
