import { bitcoin } from '@foyer/bitcoin'
import { createFoyer } from '@foyer/core'
import { evm } from '@foyer/evm'
import { solana } from '@foyer/solana'
import { walletConnect } from '@foyer/walletconnect'
import { networks } from './networks'

const relayProjectId: string | undefined = import.meta.env.VITE_RELAY_PROJECT_ID

export const foyer = createFoyer({
  projectId: 'my-dapp', // your project at your own server; any name, as long as you have none
  networks,
  adapters: [evm(), solana(), bitcoin()], // wallets in the browser
  connectors: relayProjectId ? [walletConnect({ projectId: relayProjectId })] : [], // wallets on phones
})
