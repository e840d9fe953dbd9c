import Onboard from '@web3-onboard/core'
import injectedWallets from '@web3-onboard/injected-wallets'
import { createRoot } from 'react-dom/client'

const onboard = Onboard({
  wallets: [injectedWallets()],
  chains: [{ id: '0x1', token: 'ETH', label: 'Ethereum', rpcUrl: 'https://node.example' }],
  connect: { autoConnectLastWallet: false },
  accountCenter: { desktop: { enabled: false }, mobile: { enabled: false } },
})

createRoot(document.getElementById('page')).render(
  <main>
    <h1>A page</h1>
    <button type="button" onClick={() => onboard.connectWallet()}>
      Connect Wallet
    </button>
  </main>,
)
