import type { ReactNode } from 'react'
import { usePairing } from '../hooks/usePairing.js'
import { PairingPanel } from '../pairing/PairingPanel.js'

/** Pairs with a wallet in a kit that has no other ways, or whose host pairs by itself [S2.4 S2.11]. */
export default function ConnectingWalletConnectBasicView(): ReactNode {
  const pairing = usePairing({ wallet: undefined, wanted: true })
  return <PairingPanel platform="qrcode" pairing={pairing} />
}
