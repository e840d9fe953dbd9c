import { isMobile } from '@foyer/core/platform'
import { choosePlatform } from '@foyer/core/view'
import { type ReactNode, useEffect } from 'react'
import { useConnect } from '../hooks/useConnect.js'
import { useShownPairing } from '../hooks/useShownAttempt.js'
import { useModal } from '../modalContext.js'
import { PairingPanel } from '../pairing/PairingPanel.js'
import { ViewSkeleton } from '../ViewSlot.js'
import { AllWalletsRow, WalletRows } from '../WalletRows.js'

/** Pairs with a wallet in a kit that has no other ways, or whose host pairs by itself: by a code, or on a phone by the wallets that are there [S2.4 S2.11]. */
export default function ConnectingWalletConnectBasicView(): ReactNode {
  return isMobile() ? <WalletsHere /> : <CodeForAny />
}

function WalletsHere(): ReactNode {
  const connect = useConnect()
  const { say } = useModal()
  switch (connect.phase) {
    case 'looking':
      return <ViewSkeleton label={say('shell.loading')} />
    case 'found':
      return <WalletRows {...connect} />
    // The code's link can still be copied into a wallet.
    case 'none':
      return <CodeForAny />
  }
}

function CodeForAny(): ReactNode {
  const { foyer } = useModal()
  const pairing = useShownPairing()
  const { all, chooseAll } = useConnect()
  // On a phone the code is the way to a wallet only where there is none to list; what waits for it starts with this choice.
  useEffect(() => choosePlatform(foyer, 'qrcode'), [foyer])
  return (
    <>
      <PairingPanel platform="qrcode" pairing={pairing} />
      <AllWalletsRow all={all} chooseAll={chooseAll} />
    </>
  )
}
