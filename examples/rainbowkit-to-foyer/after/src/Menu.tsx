import { CustomButton } from '@foyer/react'

/** A button of the dapp's own, below what it is about. */
export function Menu() {
  return (
    <CustomButton>
      {({
        account,
        network,
        unsupported,
        openAccount: openAccountModal,
        openNetworks: openChainModal,
        openConnect: openConnectModal,
      }) => {
        const chain = account
          ? {
              unsupported,
              hasIcon: network?.image !== undefined,
              iconUrl: network?.image,
              iconBackground: undefined,
              name: network?.name,
            }
          : undefined
        const mounted = true
        const authenticationStatus = undefined
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
              {account.name ?? account.shortAddress}
              {account.balance ? ` (${account.balance})` : ''}
            </button>
          </nav>
        )
      }}
    </CustomButton>
  )
}
