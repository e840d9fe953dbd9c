import type { ViewProps } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { isMobile } from '@foyer/core/platform'
import { choosePlatform, type ShownPlatforms, shownPlatforms } from '@foyer/core/view'
import type { ListedWallet, WalletPlatform } from '@foyer/core/wallets'
import { Tabs } from '@foyer/parts'
import { type ReactNode, useCallback } from 'react'
import { useConnect } from '../ConnectView.js'
import { useShownPairing } from '../hooks/useShownAttempt.js'
import { Agreement } from '../Legal.js'
import { useModal } from '../modalContext.js'
import { PairingPanel } from '../pairing/PairingPanel.js'
import { ViewSkeleton } from '../ViewSlot.js'
import { AllWalletsRow, WalletRows } from '../WalletRows.js'

interface Platforms extends ShownPlatforms {
  readonly choose: (platform: WalletPlatform) => void
}

/** Returns the platforms on which a wallet can be reached from here, and which one is taken. */
function usePlatforms({ wallet }: { readonly wallet: ListedWallet | undefined }): Platforms {
  const { foyer, state } = useModal()
  const choose = useCallback((platform: WalletPlatform) => choosePlatform(foyer, platform), [foyer])
  return { ...shownPlatforms({ kit: contextOf(foyer), state, wallet }), choose }
}

/** The id and the label of each tab. */
const tabOf = {
  browser: { id: 'browser', label: 'pairing.browser' },
  unsupported: { id: 'browser', label: 'pairing.browser' },
  mobile: { id: 'mobile', label: 'pairing.mobile' },
  qrcode: { id: 'mobile', label: 'pairing.mobile' },
  web: { id: 'webapp', label: 'pairing.web' },
  desktop: { id: 'desktop', label: 'pairing.desktop' },
} as const satisfies Record<WalletPlatform, object>

/** Pairs with a wallet, whichever way it's reached [S2.5]. */
export function ConnectingWalletConnectView({ wallet }: ViewProps<'ConnectingWalletConnect'>): ReactNode {
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

/** Pairs with a wallet in a kit that has no other ways, or whose host pairs by itself: by a code, or on a phone by the wallets that are there [S2.4 S2.11]. */
export function ConnectingWalletConnectBasicView(): ReactNode {
  return isMobile() ? <WalletsHere /> : <CodeForAny />
}

function WalletsHere(): ReactNode {
  const connect = useConnect()
  const { say } = useModal()
  switch (connect.phase) {
    case 'looking':
      return <ViewSkeleton label={say('shell.loading')} />
    case 'found':
      return (
        <>
          <Agreement />
          <WalletRows {...connect} />
        </>
      )
    // There a press shows the code, whose link can be copied into a wallet.
    case 'none':
      return <CodeForAny />
  }
}

function CodeForAny(): ReactNode {
  const pairing = useShownPairing({ atPress: isMobile() })
  const { all, chooseAll } = useConnect()
  return (
    <>
      <PairingPanel platform="qrcode" pairing={pairing} />
      <AllWalletsRow all={all} chooseAll={chooseAll} />
    </>
  )
}
