import { createAppKit } from '@reown/appkit'
import { defineChain } from '@reown/appkit/networks'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import {
  disconnect,
  getAccount,
  getCapabilities,
  sendCalls,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  waitForCallsStatus,
  waitForTransactionReceipt,
  watchAccount,
} from '@wagmi/core'

/** A dapp's whole page on AppKit 1.7.6 with wagmi, as its documentation writes one. */
const { originalSettings } = globalThis as typeof globalThis & {
  readonly originalSettings: {
    readonly projectId: string
    readonly chains: readonly { readonly id: number; readonly name: string; readonly url: string }[]
  }
}

const { projectId, chains } = originalSettings
const [home, ...others] = chains.map(({ id, name, url }) =>
  defineChain({
    id,
    name,
    chainNamespace: 'eip155',
    caipNetworkId: `eip155:${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }),
)
if (!home) throw new Error('A dapp needs a network.')
const networks: [typeof home, ...(typeof home)[]] = [home, ...others]
const adapter = new WagmiAdapter({ projectId, networks })
const { wagmiConfig: config } = adapter

const appKit = createAppKit({
  // What it has anyway: AppKit's own types let it lack them there, and not here.
  adapters: [Object.assign(adapter, { namespace: 'eip155', adapterType: 'wagmi' } as const)],
  networks,
  projectId,
  defaultNetwork: home,
  metadata: { name: 'A dapp', description: 'On AppKit', url: location.origin, icons: [] },
  features: { email: true, socials: ['google', 'farcaster'], analytics: false },
  enableCoinbase: false,
})

/** Who is connected, as the page says it. */
const say = () => {
  const { status, address, chainId } = getAccount(config)
  const said = document.querySelector('output')
  if (said) said.textContent = `${status} ${address ?? ''} ${chainId ?? ''}`.trim()
}
watchAccount(config, { onChange: say })
say()

/** The wallet as wagmi hands it to a page: the provider that AppKit has made for all. */
const walletOf = async (): Promise<Record<string, (...given: readonly unknown[]) => unknown>> =>
  Object(await config.connectors.find(({ id }) => id === 'ID_AUTH')?.getProvider())

Object.assign(globalThis, {
  appKit,
  /** What a page does with wagmi, and with its wallet's provider. */
  original: {
    /** The login's connections as wagmi has them, by the connectors' own marks, and the marks of those that the page has made. */
    logins: () => ({
      kept: [...config.state.connections.values()].flatMap(({ connector: { id, uid } }) =>
        id === 'ID_AUTH' ? [uid] : [],
      ),
      made: config.connectors.map(({ uid }) => uid),
    }),
    signMessage: (message: string) => signMessage(config, { message }),
    signTypedData: (given: Parameters<typeof signTypedData>[1]) => signTypedData(config, given),
    send: (given: { readonly to: `0x${string}`; readonly value: bigint }) => sendTransaction(config, given),
    receipt: async (hash: `0x${string}`) => (await waitForTransactionReceipt(config, { hash })).status,
    capabilities: () => getCapabilities(config),
    sendCalls: (given: Parameters<typeof sendCalls>[1]) => sendCalls(config, given),
    callsStatus: (id: string) => waitForCallsStatus(config, { id, pollingInterval: 200 }),
    /** As AppKit asks a wallet, by its adapter. */
    grantPermissions: (asked: object) => adapter.grantPermissions([asked]),
    revokePermissions: (asked: Parameters<typeof adapter.revokePermissions>[0]) => adapter.revokePermissions(asked),
    switchChain: async (chainId: number) => (await switchChain(config, { chainId })).id,
    disconnect: () => disconnect(config),
    wallet: async (name: string, ...given: readonly unknown[]) => (await walletOf())[name]?.(...given),
  },
})
