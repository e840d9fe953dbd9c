import { randomBytes } from 'node:crypto'
import type { Family } from '@foyer/core/chain'
import {
  createTestAlgorandWallet,
  createTestCardanoWallet,
  createTestCosmosWallet,
  createTestMultiversxWallet,
  createTestNearWallet,
  createTestPolkadotWallet,
  createTestTezosWallet,
  installTestAlgorandWallet,
  installTestCardanoWallet,
  installTestCosmosWallet,
  installTestMultiversxWallet,
  installTestNearWallet,
  installTestPolkadotWallet,
  installTestTezosWallet,
} from '@foyer/testing'
import type { Page } from '@playwright/test'
import type { Journey } from '../fixtures.js'
import type { OfficialWalletOptions } from '../officialWallet.js'
import { freshAlgorandAddress, isSignedForAlgorand } from './algorandChain.js'
import { freshCardanoAddress, isSignedForCardano } from './cardanoChain.js'
import { freshCosmosAddress, isSignedForCosmos } from './cosmosChain.js'
import { freshKey, fundAccount, type Signed } from './familyPage.js'
import { freshMultiversxAddress, isSignedForMultiversx } from './multiversxChain.js'
import { freshNearAddress, isSignedForNear } from './nearChain.js'
import { freshPolkadotAddress, isSignedForPolkadot } from './polkadotChain.js'
import { freshTezosAddress, isSignedForTezos } from './tezosChain.js'

type Local = Journey['local']

/** A family's wallet with one account, which has coins. */
interface Reached {
  readonly address: string
  /** Was a text signed for the account, as an official library verifies it? */
  readonly isSigned: (signed: Signed) => Promise<boolean>
}

/** In the page. */
interface InPage extends Reached {
  readonly wallet: { readonly promptCount: number; readonly requests: readonly { readonly method: string }[] }
}

/** Elsewhere: what answers a session's requests. */
interface Elsewhere extends Reached {
  /** As its session writes it; the address unless said. */
  readonly sessionAccount?: string
  readonly answer: NonNullable<OfficialWalletOptions['answer']>
}

/** What of a family's way is its own; all else is the same in all of them. */
export interface FamilyWay {
  readonly family: Family
  /** The local chain's name among those of a journey, and the setting of the host's. */
  readonly chain: 'algorand' | 'cardano' | 'cosmos' | 'multiversx' | 'near' | 'polkadot' | 'tezos'
  /** How a sign-in calls an account. */
  readonly word: string
  /** By which wallets connect; and how each of their visitors signs in: the first is walked in every run. */
  readonly by: string
  readonly signIns: readonly ('required' | 'server' | 'backend')[]
  readonly name: string
  /** What its coin is called in the account's view. */
  readonly coin?: string
  /** One coin, in the smallest unit. */
  readonly one: bigint
  readonly hash: RegExp
  /** What a first transfer costs, where it is known before. */
  readonly fee?: bigint
  readonly freshAddress: () => string | Promise<string>
  readonly reach: (of: { readonly page: Page; readonly local: Local; readonly amount: bigint }) => Promise<InPage>
  readonly reachElsewhere: (of: { readonly local: Local; readonly amount: bigint }) => Promise<Elsewhere>
  /** How often the wallet in the page was asked for some, once the visitor has connected, signed in, signed a text and sent coins. */
  readonly asked: Readonly<Record<string, number>>
  /** What it is asked when the visitor disconnects. */
  readonly askedAtLeave?: string
  /** It signs after a reload as before: what was agreed with it holds. */
  readonly signsAgain?: true
  /** What a wallet elsewhere was asked for the same. */
  readonly askedElsewhere: readonly string[]
}

const keyed = () => ({ accounts: [{ key: freshKey() }] }) as const

const cosmosKey = ({ cosmos }: Local) => {
  const key = freshKey()
  return {
    key,
    options: { keys: [key] as const, chains: { [cosmos.caipNetworkId.slice('cosmos:'.length)]: cosmos.prefix } },
  }
}

const nearAccount = () => ({
  accounts: [{ key: freshKey(), name: `a${randomBytes(8).toString('hex')}.near` }] as const,
})

interface Funding {
  readonly url: string
  readonly denom?: string
  readonly accounts: readonly string[]
  readonly amount: bigint
  readonly isSigned: Reached['isSigned']
}

/** Gives the first account of a wallet coins. @returns it, with what verifies its signatures */
async function funded({ url, denom, accounts: [address = ''], amount, isSigned }: Funding): Promise<Reached> {
  await fundAccount({ url, address, amount: `${amount}`, ...(denom !== undefined && { denom }) })
  return { address, isSigned }
}

const fundedOn = (
  { url }: { readonly url: string },
  { accounts }: { readonly accounts: readonly string[] },
  amount: bigint,
  isSigned: Reached['isSigned'],
): Promise<Reached> => funded({ url, accounts, amount, isSigned })

async function fundedNear({
  local: { near },
  publicKey,
  accounts: [address = ''],
  amount,
}: {
  readonly local: Local
  readonly publicKey: string
  readonly accounts: readonly string[]
  readonly amount: bigint
}): Promise<Reached> {
  await fundAccount({ url: near.url, accountId: address, publicKey, amount: `${amount}` })
  return { address, isSigned: async (signed) => isSignedForNear({ ...signed, publicKey, recipient: signed.host }) }
}

/** The ways of NEAR's two kinds of wallets differ in that alone. */
const nearBy = (by: string, kind: 'connect' | 'window', signIns: FamilyWay['signIns']): FamilyWay => ({
  ...{ family: 'near', chain: 'near', word: 'NEAR', by, signIns, name: 'Sender' },
  ...{ one: 10n ** 24n, hash: /^[1-9A-HJ-NP-Za-km-z]{42,44}$/, freshAddress: freshNearAddress },
  async reach({ page, local, amount }) {
    const options = { name: 'Sender', kind, ...nearAccount(), rpcUrl: local.near.url }
    const wallet = await installTestNearWallet(page, options)
    return { wallet, ...(await fundedNear({ local, amount, publicKey: wallet.publicKey, accounts: wallet.accounts })) }
  },
  async reachElsewhere({ local, amount }) {
    const keys = createTestNearWallet({ name: 'Willow', ...nearAccount() })
    const reached = await fundedNear({ local, amount, publicKey: keys.publicKey, accounts: keys.accounts })
    return { ...reached, answer: (asked) => keys.answerSession(asked) }
  },
  asked: { signIn: 1 },
  askedElsewhere: ['near_signMessage', 'near_signMessage', 'near_getAccounts', 'near_signTransaction'],
})

/** All families whose wallets are found in the page, beside the kit's first three. */
export const familyWays: readonly FamilyWay[] = [
  {
    ...{
      family: 'cosmos',
      chain: 'cosmos',
      word: 'Cosmos',
      by: 'Keplr’s API',
      signIns: ['required', 'server', 'backend'],
    },
    ...{ name: 'Keplr', one: 10n ** 6n, hash: /^[0-9A-F]{64}$/, freshAddress: freshCosmosAddress },
    async reach({ page, local, amount }) {
      const { key, options } = cosmosKey(local)
      const wallet = await installTestCosmosWallet(page, { name: 'Keplr', ...options })
      const isSigned = isSignedForCosmos(key)
      return { wallet, ...(await funded({ ...local.cosmos, accounts: wallet.accounts, amount, isSigned })) }
    },
    async reachElsewhere({ local, amount }) {
      const { key, options } = cosmosKey(local)
      const keys = createTestCosmosWallet({ name: 'Keplr', ...options })
      const isSigned = isSignedForCosmos(key)
      return {
        ...(await funded({ ...local.cosmos, accounts: keys.accounts, amount, isSigned })),
        answer: (asked) => keys.answerSession({ ...asked, chainId: asked.chainId.slice('cosmos:'.length) }),
      }
    },
    asked: { enable: 1 },
    askedElsewhere: ['cosmos_signAmino', 'cosmos_signAmino', 'cosmos_getAccounts', 'cosmos_signDirect'],
  },
  nearBy('NEAR Connect', 'connect', ['required', 'backend']),
  nearBy('window.near', 'window', ['server']),
  {
    ...{ family: 'polkadot', chain: 'polkadot', word: 'Polkadot', by: 'injectedWeb3', name: 'Talisman', coin: 'DOT' },
    ...{ signIns: ['required', 'server', 'backend'], one: 10n ** 10n, hash: /^0x[0-9a-f]{64}$/ },
    freshAddress: freshPolkadotAddress,
    async reach({ page, local, amount }) {
      // It shows its accounts under the prefix of no chain; the kit, under the network's.
      const wallet = await installTestPolkadotWallet(page, { name: 'Talisman', ...keyed() })
      return { wallet, ...(await fundedOn(local.polkadot, wallet, amount, isSignedForPolkadot)) }
    },
    async reachElsewhere({ local, amount }) {
      const keys = await createTestPolkadotWallet({ name: 'Nova', ...keyed() })
      const reached = await fundedOn(local.polkadot, keys, amount, isSignedForPolkadot)
      return { ...reached, answer: (asked) => keys.answerSession(asked) }
    },
    asked: { signRaw: 2 },
    askedElsewhere: ['polkadot_signMessage', 'polkadot_signMessage', 'polkadot_signTransaction'],
  },
  {
    ...{ family: 'algorand', chain: 'algorand', word: 'Algorand', by: 'ARC-27', name: 'Kibisis', coin: 'ALGO' },
    ...{ signIns: ['server', 'required', 'backend'], one: 10n ** 6n, hash: /^[A-Z2-7]{52}$/, fee: 1000n },
    freshAddress: freshAlgorandAddress,
    async reach({ page, local: { algorand }, amount }) {
      const options = { name: 'Kibisis', ...keyed(), genesisHashes: [algorand.genesisHash] }
      const wallet = await installTestAlgorandWallet(page, options)
      return { wallet, ...(await fundedOn(algorand, wallet, amount, isSignedForAlgorand)) }
    },
    async reachElsewhere({ local: { algorand }, amount }) {
      const keys = await createTestAlgorandWallet({
        ...{ name: 'Nova', ...keyed(), genesisHashes: [algorand.genesisHash] },
      })
      const reached = await fundedOn(algorand, keys, amount, isSignedForAlgorand)
      return { ...reached, answer: (asked) => keys.answerSession(asked) }
    },
    asked: { sign_message: 2 },
    askedElsewhere: ['algo_signData', 'algo_signData', 'algo_signTxn'],
  },
  {
    ...{ family: 'cip34', chain: 'cardano', word: 'Cardano', by: 'CIP-30', name: 'Lace', coin: 'tADA' },
    ...{ signIns: ['backend', 'required', 'server'], one: 10n ** 6n, hash: /^[\da-f]{64}$/ },
    freshAddress: freshCardanoAddress,
    async reach({ page, local: { cardano }, amount }) {
      const accounts = [{ key: freshKey(), stakeKey: freshKey() }] as const
      const wallet = await installTestCardanoWallet(page, { name: 'Lace', accounts, url: cardano.url })
      return { wallet, ...(await fundedOn(cardano, wallet, amount, isSignedForCardano)) }
    },
    async reachElsewhere({ local: { cardano }, amount }) {
      const accounts = [{ key: freshKey(), stakeKey: freshKey() }] as const
      const keys = await createTestCardanoWallet({ name: 'Eternl', accounts, url: cardano.url })
      const { sessionAccount } = keys
      const reached = await fundedOn(cardano, keys, amount, isSignedForCardano)
      return { ...reached, sessionAccount, answer: (asked) => keys.answerSession(asked) }
    },
    asked: { signData: 2 },
    askedElsewhere: ['cardano_signData', 'cardano_signData', 'cardano_getUtxos', 'cardano_signTx'],
  },
  {
    ...{ family: 'mvx', chain: 'multiversx', word: 'MultiversX', by: 'the extension', coin: 'EGLD' },
    ...{ signIns: ['backend', 'required', 'server'], name: 'MultiversX DeFi Wallet', one: 10n ** 18n },
    ...{ hash: /^[\da-f]{64}$/, fee: 50_000n * 10n ** 9n, freshAddress: freshMultiversxAddress },
    async reach({ page, local, amount }) {
      const wallet = await installTestMultiversxWallet(page, { name: 'MultiversX DeFi Wallet', ...keyed() })
      return { wallet, ...(await fundedOn(local.multiversx, wallet, amount, isSignedForMultiversx)) }
    },
    async reachElsewhere({ local, amount }) {
      const keys = await createTestMultiversxWallet({ name: 'xPortal', ...keyed() })
      const reached = await fundedOn(local.multiversx, keys, amount, isSignedForMultiversx)
      return { ...reached, answer: (asked) => keys.answerSession(asked) }
    },
    ...{ asked: { connect: 1, signMessage: 2, signTransactions: 1 }, askedAtLeave: 'logout' },
    askedElsewhere: ['mvx_signMessage', 'mvx_signMessage', 'mvx_signTransaction'],
  },
  {
    ...{ family: 'tezos', chain: 'tezos', word: 'Tezos', by: 'Beacon', name: 'Temple', coin: 'XTZ' },
    ...{
      signIns: ['server', 'backend', 'required'],
      one: 10n ** 6n,
      hash: /^o\w{50}$/,
      freshAddress: freshTezosAddress,
    },
    // What the wallet sets for each operation, of which the first reveals the account's key; what an account costs that isn't there yet.
    fee: 2n * 500n + 64_250n,
    async reach({ page, local: { tezos }, amount }) {
      const wallet = await installTestTezosWallet(page, { name: 'Temple', ...keyed(), nodeUrl: tezos.url })
      return { wallet, ...(await fundedOn(tezos, wallet, amount, isSignedForTezos)) }
    },
    async reachElsewhere({ local: { tezos }, amount }) {
      const accounts = [{ key: freshKey(), curve: 'p256' }] as const
      const keys = await createTestTezosWallet({ name: 'Kukai', accounts, nodeUrl: tezos.url })
      const reached = await fundedOn(tezos, keys, amount, isSignedForTezos)
      return { ...reached, answer: (asked) => keys.answerSession(asked) }
    },
    asked: { permission_request: 1, sign_payload_request: 2, operation_request: 1 },
    ...{ askedAtLeave: 'disconnect', signsAgain: true },
    askedElsewhere: ['tezos_getAccounts', 'tezos_sign', 'tezos_getAccounts', 'tezos_sign', 'tezos_send'],
  },
]
