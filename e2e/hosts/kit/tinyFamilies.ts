import type { Account, Adapter, Connector, Family, LiveConnection, NetworkInput, NonEmpty } from '@foyer/core'

/** Chain families of a few lines each, for the journeys: names for addresses, a figure for a ledger, wallets that remember the page's consent. */
interface TinyFamily {
  readonly family: Family
  readonly network: NetworkInput
  readonly adapter: Adapter
}

export const shownFamilies = ['eip155', 'near', 'tezos'] as const

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" fill="%233b7a57"/%3E%3Ccircle cx="16" cy="16" r="8" fill="%23fff"/%3E%3C/svg%3E'

/** Maple is a wallet of EVM too; Pine is of one family alone, and has an account for payments and one for ordinals. */
export function tinyFamilies(): readonly TinyFamily[] {
  return [
    tinyFamily({ family: 'near', name: 'Pebble', symbol: 'PBL', wallet: 'Maple', types: ['eoa'] }),
    tinyFamily({ family: 'tezos', name: 'Shell', symbol: 'SHL', wallet: 'Pine', types: ['payment', 'ordinal'] }),
  ]
}

interface TinyFacts {
  readonly family: Family
  readonly name: string
  readonly symbol: string
  readonly wallet: string
  readonly types: NonEmpty<Account['type']>
}

function tinyFamily({ family, name, symbol, wallet, types }: TinyFacts): TinyFamily {
  const id = `${name.toLowerCase()}-1`
  const networkId = `${family}:${id}` as const
  return {
    family,
    network: {
      chainNamespace: family,
      caipNetworkId: networkId,
      id,
      name: `${name} Chain`,
      nativeCurrency: { name, symbol, decimals: 3 },
      rpcUrls: { default: { http: [] } },
      testnet: true,
    },
    adapter: {
      family,
      type: name.toLowerCase(),
      accountTypes: types,
      discover({ register }) {
        // As an extension that is loaded after the page.
        const timer = setTimeout(() => register(walletOf({ family, name: wallet, networkId, types })), 50)
        return () => clearTimeout(timer)
      },
      async actions() {
        return {
          parseAddress: (text) => (/^@[a-z-]{2,20}$/i.test(text) ? text.toLowerCase() : undefined),
          nativeBalance: async () => 12_340n,
          estimateFee: async () => ({ value: 2n, most: 2n, decimals: 3, symbol, maxAmount: 12_338n }),
          sendTransfer: async () => ({ hash: 'tx1' }),
          waitForTransaction: async ({ hash }) => ({ hash, status: 'success' }),
          paymentUri: ({ address, amount }) => `${id}:${address}${amount === undefined ? '' : `?amount=${amount}`}`,
        }
      },
    },
  }
}

function walletOf({
  family,
  name,
  networkId,
  types: [first, ...others],
}: Pick<TinyFacts, 'family' | 'name' | 'types'> & { readonly networkId: `${Family}:${string}` }): Connector {
  const key = `tiny/${family}/${name}`
  const accountOf = (type: Account['type']): Account => ({
    namespace: family,
    address: `@${name.toLowerCase()}-${type.toLowerCase()}`,
    type,
  })
  const live: LiveConnection = {
    accounts: [accountOf(first), ...others.map(accountOf)],
    networks: { [family]: networkId },
    providers: { [family]: {} },
    listen: () => () => {},
    switchNetwork: async () => {},
    disconnect: async () => localStorage.removeItem(key),
  }
  return {
    id: `${family}-${name.toLowerCase()}`,
    type: 'ANNOUNCED',
    name,
    icon,
    families: [family],
    async connect() {
      localStorage.setItem(key, 'yes')
      return live
    },
    restore: async () => (localStorage.getItem(key) ? live : null),
  }
}
