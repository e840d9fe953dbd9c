import { ConnectButton } from '@rainbow-me/rainbowkit'

/** A button of the dapp's own, below what it is about. */
export function Menu() {
  return (
    <ConnectButton.Custom>
      {({ account, chain, mounted, authenticationStatus, openAccountModal, openChainModal, openConnectModal }) => {
        const ready = mounted && authenticationStatus !== 'loading'
        if (!ready) return null
        if (!account || !chain) {
          return (
            <button type="button" onClick={openConnectModal}>
              Log in
            </button>
          )
        }
        if (chain.unsupported) {
          return (
            <button type="button" onClick={openChainModal}>
              Wrong network
            </button>
          )
        }
        return (
          <nav aria-label="Menu">
            <button type="button" onClick={openChainModal}>
              {chain.hasIcon && chain.iconUrl ? (
                <img alt="" src={chain.iconUrl} width={12} style={{ background: chain.iconBackground }} />
              ) : null}
              {chain.name}
            </button>
            <button type="button" onClick={openAccountModal}>
              {account.displayName}
              {account.displayBalance ? ` (${account.displayBalance})` : ''}
            </button>
          </nav>
        )
      }}
    </ConnectButton.Custom>
  )
}
