// What a server component imports, under the condition that React's server has. Without its half for browsers React has no context and no state.
import { createFoyer, initialStateFrom } from '@foyer/core'
import { base, mainnet } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import { ConnectButton } from '@foyer/react'
import { useFoyerAccounts } from '@foyer/react/headless'
import { walletConnect } from '@foyer/walletconnect'
import * as React from 'react'

if ('useState' in React) throw new Error('This is no server component.')
for (const entry of process.argv.slice(2)) await import(entry)

const foyer = createFoyer({
  projectId: 'packed',
  networks: [mainnet, base],
  adapters: [evm()],
  connectors: [walletConnect()],
  initialState: initialStateFrom('theme=dark; foyer=eip155:8453/eip155'),
})
const references = [ConnectButton, useFoyerAccounts]
  .filter((each) => each.$$typeof === Symbol.for('react.client.reference'))
  .map(({ $$id }) => $$id.split('#')[1])
process.stdout.write(JSON.stringify({ network: foyer.network().caipNetworkId, references }))
