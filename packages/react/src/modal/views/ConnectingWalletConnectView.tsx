import type { ViewProps } from '@foyer/core'
import type { WalletPlatform } from '@foyer/core/wallets'
import { Tabs } from '@foyer/parts'
import type { ReactNode } from 'react'
import { usePlatforms } from '../hooks/usePlatforms.js'
import { useShownPairing } from '../hooks/useShownAttempt.js'
import { useModal } from '../modalContext.js'
import { PairingPanel } from '../pairing/PairingPanel.js'

/** How a tab is called, and known. */
const tabOf = {
  browser: { id: 'browser', label: 'pairing.browser' },
  unsupported: { id: 'browser', label: 'pairing.browser' },
  mobile: { id: 'mobile', label: 'pairing.mobile' },
  qrcode: { id: 'mobile', label: 'pairing.mobile' },
  web: { id: 'webapp', label: 'pairing.web' },
  desktop: { id: 'desktop', label: 'pairing.desktop' },
} as const satisfies Record<WalletPlatform, object>

/** Pairs with a wallet, whichever way it's reached [S2.5]. */
export default function ConnectingWalletConnectView({ wallet }: ViewProps<'ConnectingWalletConnect'>): ReactNode {
  const { say } = useModal()
  const { platforms, platform, choose, connectorId } = usePlatforms({ wallet })
  const pairing = useShownPairing()
  const panel = <PairingPanel platform={platform} wallet={wallet} connectorId={connectorId} pairing={pairing} />
  if (platforms.length < 2) return panel
  return (
    <Tabs
      label={say('pairing.platforms')}
      tabs={platforms.map((each) => ({ id: tabOf[each].id, label: say(tabOf[each].label) }))}
      selected={tabOf[platform].id}
      onSelect={(id) => choose(platforms.find((each) => tabOf[each].id === id) ?? platform)}
    >
      {panel}
    </Tabs>
  )
}
