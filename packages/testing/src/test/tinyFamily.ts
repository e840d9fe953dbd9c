import type {
  Account,
  Adapter,
  AdapterHost,
  Asset,
  Connector,
  FamilyActions,
  LiveConnection,
  Network,
  RequestChannel,
  WalletEvent,
} from '@foyer/core'

import { textToSign } from '@foyer/core/connector'
import { AbortedError, InvalidTransferError, UserRejectedError } from '@foyer/core/errors'
import { defineNetwork } from '@foyer/core/networks'

/** A chain family of a few lines, for tests alone: names for addresses, a map for a ledger. Core and react know nothing of it. */
export interface TinyChain {
  readonly network: Network
  /** The balances by name, of the coin under ``, of tokens under their name. */
  readonly ledger: Map<string, Map<string, bigint>>
  readonly mined: Map<string, bigint>
  height: bigint
}

/** The family's own standard of a wallet. */
export interface TinyProvider {
  ask(method: string, params: unknown): Promise<unknown>
}

export interface TinyTransfer {
  readonly from: string
  readonly to: string
  readonly token: string
  readonly amount: bigint
}

export function createTinyChain(): TinyChain {
  const network = defineNetwork({
    chainNamespace: 'other',
    id: 'tiny',
    name: 'Tiny',
    nativeCurrency: { name: 'Pebble', symbol: 'PBL', decimals: 3 },
    rpcUrls: { default: { http: ['http://tiny.test'] } },
  })
  const held = new Map([
    ['', 10n ** 9n],
    ['shell', 7n],
  ])
  return { network, ledger: new Map([['@alice', held]]), mined: new Map(), height: 0n }
}

const fee = 2n
const parseAddress = (text: string) => (/^@[a-z]{2,20}$/i.test(text) ? text.toLowerCase() : undefined)
const heldOf = ({ ledger }: TinyChain, address: string, token: string) =>
  ledger.get(address.toLowerCase())?.get(token) ?? 0n

/** A wallet of the family, whose next refusal can be switched on. */
export function createTinyWallet(chain: TinyChain): {
  readonly provider: TinyProvider
  readonly prompts: { readonly count: number; rejectNext(): void }
} {
  let count = 0
  let rejects = false
  const move = ({ from, to, token, amount }: TinyTransfer) => {
    const add = (address: string, value: bigint) => {
      const held = chain.ledger.get(address) ?? new Map<string, bigint>()
      chain.ledger.set(address, held.set(token, (held.get(token) ?? 0n) + value))
    }
    add(from, -amount)
    add(to, amount)
    chain.height += 1n
    const hash = `tx${chain.height}`
    chain.mined.set(hash, chain.height)
    return hash
  }
  return {
    provider: {
      async ask(method, params) {
        count += 1
        if (rejects) {
          rejects = false
          throw new UserRejectedError()
        }
        return method === 'send' && isTransfer(params) ? move(params) : `signed:${JSON.stringify(params)}`
      },
    },
    prompts: {
      get count() {
        return count
      },
      rejectNext() {
        rejects = true
      },
    },
  }
}

const isTransfer = (value: unknown): value is TinyTransfer =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value && 'amount' in value
const isProvider = (value: unknown): value is TinyProvider =>
  typeof value === 'object' && value !== null && 'ask' in value && typeof value.ask === 'function'

export function tinyFamily(chain: TinyChain): Adapter<'other'> {
  const made = new WeakMap<AdapterHost, FamilyActions<'other'>>()
  return {
    family: 'other',
    type: 'tiny',
    accountTypes: ['payment', 'ordinal'],
    session: { methods: ['send', 'sign'] },
    async actions(host) {
      const actions = made.get(host) ?? createActions(chain, host)
      made.set(host, actions)
      return actions
    },
  }
}

function createActions(chain: TinyChain, { clock }: AdapterHost): FamilyActions<'other'> {
  const asked = async (provider: unknown, method: string, params: unknown, signal: AbortSignal | undefined) => {
    if (signal?.aborted) throw new AbortedError()
    return String(await (isProvider(provider) ? provider.ask(method, params) : undefined))
  }
  const tokenOf = (asset: Asset) => (asset.type === 'coin' ? '' : asset.address)
  return {
    parseAddress,
    isSameAddress: (one, other) => one.toLowerCase() === other.toLowerCase(),
    async nativeBalance({ address, signal }) {
      if (signal?.aborted) throw new AbortedError()
      return heldOf(chain, address, '')
    },
    tokenBalances: async ({ address, tokens = ['shell'] }) =>
      tokens.map((token) => ({
        address: token,
        value: heldOf(chain, address, token),
        decimals: 0,
        symbol: 'SHL',
        name: 'Shell',
      })),
    estimateFee: async ({ address }) => ({
      value: fee,
      most: fee,
      decimals: 3,
      symbol: 'PBL',
      maxAmount: heldOf(chain, address, '') - fee,
    }),
    signMessage: async ({ wallet, message, signal }) => ({
      signature: await asked(wallet.provider, 'sign', textToSign(message), signal),
      publicKey: wallet.account.publicKey,
    }),
    async sendTransfer({ wallet, transfer, signal }) {
      const to = parseAddress(transfer.to)
      if (!to) throw new InvalidTransferError({ field: 'to' })
      if (transfer.amount <= 0n) throw new InvalidTransferError({ field: 'amount' })
      if (transfer.asset.type === 'nft') throw new InvalidTransferError({ field: 'asset' })
      const request = { from: wallet.account.address, to, token: tokenOf(transfer.asset), amount: transfer.amount }
      return { hash: await asked(wallet.provider, 'send', request, signal) }
    },
    async waitForTransaction({ hash, confirmations = 1, signal }) {
      const at = chain.mined.get(hash) ?? chain.height
      while (chain.height - at + 1n < confirmations) {
        if (signal?.aborted) throw new AbortedError()
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 1))
      }
      return { hash, status: 'success' }
    },
    provider: ({ channel }): TinyProvider => ({
      ask: (method, params) => channel.request({ networkId: chain.network.caipNetworkId, method, params }),
    }),
  }
}

/** A way to the wallet: by its provider, or by a channel alone as a session elsewhere has. */
export function tinyConnector({
  chain,
  provider,
  by,
}: {
  readonly chain: TinyChain
  readonly provider: TinyProvider
  readonly by: 'provider' | 'channel'
}): Connector & { emit(event: WalletEvent): void } {
  const { caipNetworkId } = chain.network
  const account: Account = { namespace: 'other', address: '@alice', type: 'payment', publicKey: 'key', path: "m/0'" }
  const second: Account = { ...account, address: '@alice-ordinals', type: 'ordinal', path: "m/1'" }
  const listeners = new Set<(event: WalletEvent) => void>()
  const channel: RequestChannel = { takes: () => true, request: ({ method, params }) => provider.ask(method, params) }
  const live: LiveConnection = {
    accounts: [account, second],
    networks: { other: caipNetworkId },
    providers: by === 'provider' ? { other: provider } : {},
    channel: by === 'channel' ? channel : undefined,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    switchNetwork: async () => {},
    disconnect: async () => {},
  }
  return {
    id: `tiny-${by}`,
    type: 'EXTERNAL',
    name: 'Tiny',
    families: ['other'],
    connect: async () => live,
    restore: async () => null,
    emit(event) {
      for (const listener of listeners) listener(event)
    },
  }
}

declare module '@foyer/core' {
  interface FamilyProviders {
    other: TinyProvider
  }
}
