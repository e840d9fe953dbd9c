import type { WalletNetwork } from '@foyer/core/words'
import { devAccounts, devMnemonic, type StartedChain } from '@foyer/stack'
import type { Address } from 'viem'
import { vi } from 'vitest'
import type { FamilyHost, KeptBatch, KeptGrant, PreparedRequest, SigningAccount } from '../../../family.js'
import { sayRequestInEnglish, spokenRequest } from '../../../sentences.js'
import { signSwitching } from '../../../switching.js'
import { createAccounts } from '../../accounts.js'
import { prepareEip155 } from '../../eip155.js'

const keys = createAccounts()({ phrase: devMnemonic, count: 10, imported: [] })

interface Parameters {
  readonly chain: Pick<StartedChain, 'url' | 'caipNetworkId' | 'name'>
  readonly delegate: Address
  /** Which of the local chain's accounts. */
  readonly place: number
  readonly own?: Partial<FamilyHost>
  /** The functions that the application's operator lists, at whichever contract: of all others none, as in the product. */
  readonly callable?: readonly string[] | undefined
  readonly at?: Partial<WalletNetwork>
  /** False where the visitor would have a key's account. */
  readonly asOne?: boolean | undefined
  /** Another network of the wallet's, which is the one in use. */
  readonly inUse?: Pick<StartedChain, 'url' | 'caipNetworkId' | 'name'> | undefined
}

/** A wallet with one account, which keeps what it grants; its account signs a switch by its fields alone, as that of a page does. */
export function walletOf({
  chain,
  delegate,
  place,
  own = {},
  at = {},
  asOne = true,
  inUse,
  callable = [],
}: Parameters) {
  const { address } = devAccounts[place] ?? devAccounts[0]
  const key = keys[place]
  if (!key) throw new Error('There are fewer accounts.')
  const networkOf = ({ caipNetworkId, name, url }: Parameters['chain']): WalletNetwork => ({
    ...{ chainId: caipNetworkId, name, currency: { symbol: 'ETH', decimals: 18 } },
    ...{ rpcUrl: url, tokens: [], delegate, ...at },
  })
  const network = networkOf(chain)
  const networks = [...(inUse ? [networkOf(inUse)] : []), network]
  const account: SigningAccount = {
    address,
    sign: key.sign,
    signSwitching: (switching) => signSwitching(switching, key.sign),
  }
  const batches = new Map<string, KeptBatch>()
  const grants: KeptGrant[] = []
  const host: FamilyHost = {
    batches: { asOne, get: (id) => batches.get(id), set: (batch) => void batches.set(batch.id, batch) },
    grants: { list: () => grants, add: (grant) => void grants.unshift(grant), callable: async () => callable },
    networks: () => networks,
    network: (chainId) => networks.find((each) => each.chainId === chainId),
    addNetwork: async () => {},
    switchNetwork: async () => {},
    ...own,
  }
  const ask = (method: string, params?: unknown): Promise<PreparedRequest> =>
    prepareEip155(
      { method, params, chainId: networks[0]?.chainId ?? '', addresses: [address], peerUrl: 'https://dapp.example' },
      { accounts: [account], host },
    )
  const asked = async (method: string, params?: unknown) => {
    const prepared = await ask(method, params)
    if (prepared.kind !== 'ask') throw new Error(JSON.stringify(prepared))
    return { ...prepared, words: spokenRequest(prepared.shown, sayRequestInEnglish) }
  }
  const answer = async (method: string, params?: unknown) => {
    const prepared = await ask(method, params)
    if (prepared.kind !== 'answer') throw new Error(JSON.stringify(prepared))
    return prepared.result
  }
  /** The code of a refusal. */
  const refusal = async (method: string, params?: unknown) => {
    const prepared = await ask(method, params)
    return prepared.kind === 'refuse' ? prepared.failure.code : prepared.kind
  }
  /** Returns why it is refused: its code, and the words for the application's developer. */
  const refusedFor = async (method: string, params?: unknown) => {
    const prepared = await ask(method, params)
    return prepared.kind === 'refuse' ? `${prepared.failure.code} ${prepared.failure.message}` : prepared.kind
  }
  const ended = (id: string) =>
    vi.waitFor(async () => {
      const { status } = Object(await answer('wallet_getCallsStatus', [id]))
      if (status !== 200) throw new Error(`It is ${status}.`)
    })
  return { address, account, ask, asked, answer, refusal, refusedFor, ended, grants, network }
}
