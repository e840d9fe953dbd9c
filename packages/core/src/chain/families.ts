import type { Family } from './ids.js'

/** The address of a network's own coin where the wire wants a token's, by family. Compare without case on eip155. */
export const nativeTokens = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
  bip122: '0x',
  cosmos: '0x',
  polkadot: '0x',
  algorand: '0x',
  cip34: '0x',
  mvx: '0x',
  tezos: '0x',
} as const

/** Core's knowledge of a family before its code is there: all of it stands in {@link table}, and nowhere else. */
export interface FamilyTraits {
  /** The format of an address, where that is narrower than what CAIP-10 allows. */
  readonly address?: RegExp | undefined
  /** Stands before a token's address, and an account's in a sign-in, where an address may also be written without. */
  readonly addressPrefix: string
  /** Addresses whose letters are the same account in either case. */
  readonly caseless?: RegExp | undefined
  /** Is an address the same account on all networks of the family? */
  readonly sharesAddresses?: boolean
  /** Are its networks numbered? */
  readonly isNumbered?: boolean
  /** The CAIP-19 namespaces of its coin (SLIP-44) and its tokens; undefined where the kit can't name the family's assets. */
  readonly asset?: { readonly coin: string; readonly tokens: string } | undefined
  /** Of {@link nativeTokens}. */
  readonly nativeToken?: string | undefined
  /** The family's word in the first line of a sign-in (CAIP-122's profiles; EIP-4361 for eip155). */
  readonly word: string
  /** The path of an account's page at explorers. */
  readonly accountPath: string
  /** The path of a transaction's. */
  readonly transactionPath: string
  /** The list of wallets by its own community: no brand's list, and no entry of it is paid for. */
  readonly walletList?: string | undefined
  /** An RPC proxy of the operator's answers for its networks [S7.33]. */
  readonly isProxied: boolean
  /** No node of it is public: what needs one does without. */
  readonly isNodeless?: boolean
  /** The operator's server lists the NFTs of its accounts. */
  readonly hasNfts?: boolean
  /** Others may be allowed to take an account's tokens, and the operator's server lists them. */
  readonly hasApprovals?: boolean
  /** Its coins can be bought with money. */
  readonly hasOnramp?: boolean
  /** Its tokens can be swapped. */
  readonly hasSwaps?: boolean
  /** Its accounts can be given names. */
  readonly hasNames?: boolean
}

const usual = {
  addressPrefix: '',
  accountPath: 'address',
  transactionPath: 'tx',
  isProxied: true,
} as const satisfies Omit<FamilyTraits, 'word'>

const table = {
  eip155: {
    address: /^(0x)?[0-9a-fA-F]{40}$/,
    addressPrefix: '0x',
    caseless: /^/,
    sharesAddresses: true,
    isNumbered: true,
    asset: { coin: '60', tokens: 'erc20' },
    word: 'Ethereum',
    walletList: 'https://ethereum.org/wallets/find-wallet/',
    hasNfts: true,
    hasApprovals: true,
    hasOnramp: true,
    hasSwaps: true,
    hasNames: true,
  },
  solana: {
    address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    sharesAddresses: true,
    asset: { coin: '501', tokens: 'token' },
    word: 'Solana',
    accountPath: 'account',
    walletList: 'https://solana.com/solana-wallets',
    hasOnramp: true,
  },
  bip122: {
    isNodeless: true,
    // Bech32, in one case or the other.
    caseless: /^((bc|tb|bcrt)1[^A-Z]*|(BC|TB|BCRT)1[^a-z]*)$/,
    word: 'Bitcoin',
    walletList: 'https://bitcoin.org/en/choose-your-wallet',
  },
  near: { word: 'NEAR', transactionPath: 'txns' },
  polkadot: {
    word: 'Polkadot',
    accountPath: 'account',
    transactionPath: 'extrinsic',
  },
  cosmos: { word: 'Cosmos' },
  algorand: {
    word: 'Algorand',
    accountPath: 'account',
    transactionPath: 'transaction',
  },
  cip34: {
    // Bech32, in one case or the other.
    caseless: /^((addr|stake)(_test)?1[^A-Z]*|(ADDR|STAKE)(_TEST)?1[^a-z]*)$/,
    word: 'Cardano',
    transactionPath: 'transaction',
  },
  mvx: {
    word: 'MultiversX',
    accountPath: 'accounts',
    transactionPath: 'transactions',
  },
  // Its explorers have both at their root.
  tezos: { word: 'Tezos', accountPath: '.', transactionPath: '.' },
  // A family of the host's own has no profile: CAIP-122's own word stands for all of them.
  other: { word: 'blockchain', isProxied: false },
} as const satisfies Readonly<Record<Family, Partial<FamilyTraits> & Pick<FamilyTraits, 'word'>>>

/** Returns a family's traits without loading its code. @example familyTraits('solana').accountPath // 'account' */
export const familyTraits = (family: Family): FamilyTraits => ({
  ...usual,
  nativeToken: coins[family],
  ...table[family],
})
const coins: Partial<Readonly<Record<Family, string>>> = nativeTokens
