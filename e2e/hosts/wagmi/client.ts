import { writtenSettings } from '@foyer/page/settings'
import { walletConnect } from '@wagmi/connectors'
import {
  connect,
  createConfig,
  disconnect,
  getConnection,
  http,
  reconnect,
  sendTransaction,
  signMessage,
  switchChain,
  watchConnection,
} from '@wagmi/core'
import { defineChain, parseEther } from 'viem'
import type { WagmiSettings } from './settings.js'

/** A dapp of wagmi's alone, as its own guide has it: nothing in it knows whose provider its connector finds. */
const { relayUrl, chains }: WagmiSettings = JSON.parse(writtenSettings(document))
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const [first, second] = chains.map(({ id, name, url }) =>
  defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } }),
)
if (!first || !second) throw new Error('The page needs two chains.')
const config = createConfig({
  chains: [first, second],
  transports: { [first.id]: http(), [second.id]: http() },
  connectors: [walletConnect({ projectId: 'foyer-demo', relayUrl })],
  multiInjectedProviderDiscovery: false,
})

const field = (name: string) => {
  const output = document.createElement('output')
  output.dataset.fact = name
  document.body.append(output)
  return output
}
const fields = { status: field('status'), address: field('address'), chain: field('chain'), outcome: field('outcome') }

function show(): void {
  const { status, address, chainId } = getConnection(config)
  fields.status.textContent = status
  fields.address.textContent = address ?? ''
  fields.chain.textContent = `${chainId ?? ''}`
}

const actions: Readonly<Record<string, () => Promise<unknown>>> = {
  async Connect() {
    const [connector] = config.connectors
    if (connector) await connect(config, { connector })
    return 'connected'
  },
  Sign: () => signMessage(config, { message: 'hello' }),
  Send: () => sendTransaction(config, { to: getConnection(config).address, value: parseEther('1') }),
  async Switch() {
    const { chainId } = getConnection(config)
    return (await switchChain(config, { chainId: chainId === first.id ? second.id : first.id })).name
  },
  Disconnect: () => disconnect(config),
}
for (const [name, run] of Object.entries(actions)) {
  const button = document.createElement('button')
  button.textContent = name
  button.addEventListener('click', () => {
    fields.outcome.textContent = ''
    run().then(
      (outcome) => {
        fields.outcome.textContent = String(outcome)
      },
      (error: unknown) => {
        fields.outcome.textContent = error instanceof Error ? error.name : String(error)
      },
    )
  })
  document.body.append(button)
}
watchConnection(config, { onChange: show })
show()
void reconnect(config)
